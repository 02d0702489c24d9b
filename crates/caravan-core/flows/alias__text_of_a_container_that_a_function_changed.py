# A function changes a list in an arm that may not run; a text is made of the list that holds it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label t data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def note(xs):
    xs.append("x")

inner = ["a"]
outer = [inner]
if get_variable("u") == "yes":
    note(inner)
t = str(outer)
child(t)
