# The list is reached through a dictionary in the arm, and by its own name after it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
inner = []
box = {"k": {"l": inner}}
if get_variable("u") == "yes":
    box["k"]["l"].append("x")
child(str(len(inner)))
