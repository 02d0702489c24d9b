# Through the containers of `collections`.
#! case attack
#! untrusted u = "b a b"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
from collections import Counter, OrderedDict, defaultdict, deque
u = get_variable("u")
q = deque(["x"])
q.appendleft(u)
a = q.popleft()
b = Counter(u.split()).most_common(1)[0][0]
groups = defaultdict(list)
groups["k"].append(u)
c = groups["k"][0]
d = OrderedDict([("k", u)])["k"]
child(b)
