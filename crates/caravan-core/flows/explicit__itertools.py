# Through `itertools`.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
from itertools import accumulate, chain, islice, product
u = get_variable("u")
a = list(chain(["x"], [u]))[1]
b = list(accumulate(["x", u]))[1]
c = list(islice([u, "x"], 1))[0]
d = list(product(["x"], [u]))[0][1]
child(a)
