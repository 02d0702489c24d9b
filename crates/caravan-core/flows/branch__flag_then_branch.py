# A guard whose data is trusted and whose control is not: the second branch hides nothing.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1 bits<=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
flag = False
if get_variable("u") == "yes":
    flag = True
m = "a"
if flag:
    m = "b"
child(m)
