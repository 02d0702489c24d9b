# What stood open in the function that raised decides which handler runs; no operation looks at untrusted data in the `try`.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
wrong = get_variable("u") == "yes"

def check():
    if wrong:
        raise ValueError("no")

m = "fine"
try:
    check()
except ValueError:
    m = "failed"
child(m)
