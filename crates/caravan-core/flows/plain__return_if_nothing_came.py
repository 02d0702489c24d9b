# The same with a `return` at the top level. Unlike an error it is a normal end, and `noninterference` counts it.
#! case precision
#! untrusted u = ["one"]
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 allow bits<=0
#! noninterference gate child#1 deny because=control part=position
if not get_variable("u"):
    return "nothing to do"
name = "Ann"
child(f"Tell {name}.")
