# `any` stops at the first hit, but `map` has made all its calls by then, and they tell nothing.
#! case precision
#! untrusted u = "x" | "nothing"
#! child child = "done"
#! budget 0
#! cfi gate child#1 allow bits<=0
#! cfi message child#1 = "3"
log = []

def check(word):
    log.append("x")
    return word == get_variable("u")

any(map(check, ["x", "y", "z"]))
child(str(len(log)))
