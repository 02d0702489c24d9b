# The place of a trusted word among untrusted ones.
#! case attack
#! untrusted u = "a" | "z"
#! child child = "done"
#! all gate child#1 deny because=data
child(str(sorted([get_variable("u"), "m"]).index("m")))
