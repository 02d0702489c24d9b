# Merging carries keys and values: `**`, `|`, `update`, `dict()`, `copy`, `fromkeys`.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label e data=untrusted
#! all label f data=untrusted
#! all label g data=untrusted
#! all gate child#1 deny because=data
d = {"k": get_variable("u")}
a = {**d}["k"]
b = ({} | d)["k"]
m = {}
m.update(d)
c = m["k"]
e = dict(d)["k"]
f = d.copy()["k"]
g = list(dict.fromkeys([get_variable("u")]))[0]
child(c)
