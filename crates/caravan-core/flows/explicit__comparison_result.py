# A truth value computed from untrusted text is untrusted data, though it has two values only.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all label f data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = u == "secret"
b = not u
c = "s" in u
d = u in ["a", "b"]
e = len(u)
f = u.startswith("s")
child(str(a))
