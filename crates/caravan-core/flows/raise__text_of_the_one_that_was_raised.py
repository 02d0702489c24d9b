# Of two exceptions one is raised; its text is written in the plan, and tells which.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
try:
    if get_variable("u") == "yes":
        raise ValueError("a")
    raise ValueError("b")
except ValueError as e:
    child(str(e))
