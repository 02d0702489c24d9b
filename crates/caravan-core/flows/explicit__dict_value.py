# Out of a dictionary: by key, `get`, `pop`, `setdefault`, `values`, `items`.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label e data=untrusted
#! all label f data=untrusted
#! all label g data=untrusted
#! all label h data=untrusted
#! all label clean data=trusted control=trusted
#! all gate child#1 deny because=data
d = {"k": get_variable("u"), "t": "literal"}
clean = d["t"]
a = d["k"]
b = d.get("k")
c = list(d.values())[0]
e = list(d.items())[0][1]
f = d.setdefault("k", "x")
g = d.get("missing", get_variable("u"))
h = d.pop("k")
child(a)
