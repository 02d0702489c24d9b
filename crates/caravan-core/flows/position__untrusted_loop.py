# The round of a loop over untrusted things has no bound.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=unbounded
#! noninterference gate child#1 deny because=control
for i, mail in enumerate(get_variable("u")):
    child(f"Mail number {i}")
