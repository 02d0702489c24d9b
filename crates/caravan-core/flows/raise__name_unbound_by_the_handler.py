# A handler's name is unbound at its end; whether the handler ran shows in what the name was before.
#! case attack
#! untrusted u = "1" | "no"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
e = "x"
try:
    n = int(get_variable("u"))
except ValueError as e:
    n = 0
m = "there"
try:
    w = e
except NameError:
    m = "gone"
child(m)
