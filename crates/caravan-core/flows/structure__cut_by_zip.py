# `zip` stops with the shortest.
#! case attack
#! untrusted u = "xy" | "xyz"
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child("".join([w for w, _ in zip("abcdef", get_variable("u"))]))
