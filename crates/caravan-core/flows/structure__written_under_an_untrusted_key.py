# The same in a dictionary.
#! case attack
#! untrusted u = "x" | "y"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
d = {"x": "a", "y": "a"}
d[get_variable("u")] = "b"
child(d["x"])
