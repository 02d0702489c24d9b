# What `get` gives for a trusted key that may not be there.
#! case attack
#! untrusted u = "x" | "y"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
d = {get_variable("u"): "there"}
child(d.get("x", "missing"))
