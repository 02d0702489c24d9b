# Two trusted words that change places.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
a, b = "x", "y"
if get_variable("u") == "yes":
    a, b = b, a
child(b)
