# `for w in sorted([x])`: sorting is no wash.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
xs = [u]
xs.sort()
b = xs[0]
c = min(u, "zzz")
for w in sorted([u]):
    child(w)
