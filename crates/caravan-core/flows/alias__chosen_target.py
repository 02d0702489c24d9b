# Which of two lists is changed: the one that is not changed tells as much.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = []
b = []
target = a if get_variable("u") == "yes" else b
target.append("x")
child(str(len(a)))
