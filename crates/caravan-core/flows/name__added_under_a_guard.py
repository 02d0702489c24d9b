# A name that is there or not.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
given = {"a": 1}
if get_variable("u") == "yes":
    given["b"] = 2
child("Go on.", variables=given)
