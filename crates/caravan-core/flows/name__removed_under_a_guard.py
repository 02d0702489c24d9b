# And with no name left at all.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
#! noninterference ends refused
given = {"a": 1}
if get_variable("u") == "yes":
    given.clear()
child("Go on.", variables=given)
