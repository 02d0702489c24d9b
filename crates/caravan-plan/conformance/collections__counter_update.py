# update, subtract, elements, total.
from collections import Counter
c = Counter(a=3, b=1)
c.update("ab")
c.update({"z": 5})
c["new"] += 2
print(c)
c.subtract({"a": 10, "b": 1})
print(c, list(c.elements()), c.total(), +c, -c)
del c["a"]
print(c.get("a"), c["a"], c)
