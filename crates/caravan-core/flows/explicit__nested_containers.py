# Deep inside containers of containers.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label whole data=untrusted
#! all structure d data=trusted control=trusted
#! all label b data=trusted control=trusted
#! all gate child#1 deny because=data
d = {"a": [{"b": (get_variable("u"), "lit")}]}
a = d["a"][0]["b"][0]
b = d["a"][0]["b"][1]
whole = str(d)
child(a)
