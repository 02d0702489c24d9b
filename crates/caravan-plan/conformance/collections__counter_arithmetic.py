# Counter arithmetic drops what is not positive.
from collections import Counter
a, b = Counter("aab"), Counter("abc")
print(a + b, a - b, a & b, a | b)
print(a == Counter({"b": 1, "a": 2}), a == {"a": 2, "b": 1}, a <= a + b, sum([a, b], Counter()))
print(Counter(x=0) == Counter(), Counter(x=-1) + Counter())
