# `any` stops at the first hit: the calls that it made tell where that was.
#! case attack
#! untrusted u = "x" | "nothing"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

def check(word):
    log.append("x")
    return word == get_variable("u")

any(map(check, ["x", "y", "z"]))
child(str(len(log)))
