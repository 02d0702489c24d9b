# What a handler reads tells how far the body came.
#! case attack
#! untrusted u = "no" | "1"
#! untrusted v = "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
x = "a"
try:
    int(get_variable("u"))
    x = "b"
    int(get_variable("v"))
except ValueError:
    child(x)
