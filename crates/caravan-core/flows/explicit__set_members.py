# Through sets and their operators.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = list({u})[0]
b = sorted({"a"} | {u})
s = set()
s.add(u)
c = s.pop()
child(a)
