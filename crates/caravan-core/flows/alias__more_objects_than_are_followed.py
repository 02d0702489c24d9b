# An arm changes one of more lists than the machine follows below a name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi structure first control=untrusted bits>=1
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
boxes = [[0] for i in range(600)]
holder = {"boxes": boxes}
first = boxes[0]
if get_variable("u") == "yes":
    holder["boxes"][0].append("x")
n = len(first)
child(str(n))
