# `"yes" if ok else "no"`.
#! case precision
#! untrusted u = "a b" | ""
#! child child = "done"
#! cfi gate child#1 allow bits<=1
ok = len(get_variable("u")) > 0
child("yes" if ok else "no")
