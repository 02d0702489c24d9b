# Into a list by each way that there is.
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
xs = []
xs.append(u)
a = xs[0]
ys = ["x"]
ys.extend([u])
b = ys[1]
ys.insert(0, u)
c = ys[0]
zs = ["x", "y"]
zs[1] = u
d = zs[1]
zs[0:1] = [u]
e = zs[0]
zs += [u]
f = zs.pop()
child(f)
