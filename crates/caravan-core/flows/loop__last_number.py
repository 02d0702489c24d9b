# The last number of an enumeration of untrusted things.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi label i control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
i = 0
for i, _ in enumerate(get_variable("u")):
    pass
child(str(i))
