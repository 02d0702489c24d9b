# Whether a trusted key is in a dictionary with untrusted keys.
#! case attack
#! untrusted u = "x" | "y"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
d = {get_variable("u"): 1}
child("yes" if "x" in d else "no")
