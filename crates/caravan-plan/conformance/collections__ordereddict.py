# OrderedDict moves to the ends and compares in order.
from collections import OrderedDict
d = OrderedDict(a=1, b=2, c=3)
d.move_to_end("a")
print(list(d), d.popitem(), d.popitem(last=False), d["c"])
d["x"] = 1
d.move_to_end("x", last=False)
print(list(d.items()), OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == {"b": 2, "a": 1})
