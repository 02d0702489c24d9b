# Through comprehensions of each kind.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = [x for x in [u]][0]
b = {"k": x for x in [u]}["k"]
c = list({x for x in [u]})[0]
d = "".join(x for x in [u])
e = [y for x in [[u]] for y in x][0]
child(a)
