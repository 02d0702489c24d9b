# A list of two, indexed by a comparison.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! explicit gate child#1 deny because=data
#! cfi label m data=trusted control=untrusted bits>=1 bits<=1.59
#! cfi gate child#1 deny because=budget
m = ["a", "b"][get_variable("u") == "yes"]
child(m)
