# `try: if u: 1/0; x = "b" except ZeroDivisionError: pass`
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label x control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
x = "a"
try:
    if get_variable("u") == "yes":
        1 / 0
    x = "b"
except ZeroDivisionError:
    pass
child(x)
