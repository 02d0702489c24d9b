# A dictionary of trusted values under untrusted keys: whether two keys are the same decides what is left.
#! case attack
#! untrusted u = "x" | "y"
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
d = {get_variable("u"): "a", "x": "b"}
child(list(d.values())[0])
