# Ties keep the order of first appearance.
from collections import Counter
c = Counter(["b", "a", "c", "a", "b"])
print(c.most_common(), c.most_common(1), c.most_common(10), c.most_common()[-1], c)
print(sorted(c.items(), key=lambda kv: (-kv[1], kv[0])))
print(c.most_common(0))
