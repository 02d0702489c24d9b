# And with no name left at all.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
given = {"a": 1}
if get_variable("u") == "yes":
    given.clear()
child("Go on.", variables=given)
