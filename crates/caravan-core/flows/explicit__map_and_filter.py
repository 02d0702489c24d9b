# Through `map`, `filter`, `reversed`, `reduce`, `sum` and `iter`.
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
from functools import reduce
u = get_variable("u")
a = list(map(str.upper, [u]))[0]
b = list(filter(None, [u]))[0]
c = list(reversed([u]))[0]
d = reduce(lambda x, y: x + y, ["a", u])
e = sum([[u]], [])[0]
f = next(iter([u]))
child(d)
