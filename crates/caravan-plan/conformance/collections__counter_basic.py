# Counting with Counter.
from collections import Counter
c = Counter("mississippi")
print(c, c["s"], c["z"], len(c), sum(c.values()), "z" in c)
print(c.most_common(2), c.most_common(), Counter(), Counter(["a", "b", "a"]), Counter({"x": 2}), Counter(a=1))
print(sorted(c), list(c), dict(c))
