# cmp_to_key sorts with a comparison.
from functools import cmp_to_key

def cmp(a, b):
    return len(a) - len(b) or (a > b) - (a < b)

print(sorted(["bb", "a", "ab", "c"], key=cmp_to_key(cmp)), max(["x", "yyy"], key=cmp_to_key(cmp)))
print("".join(sorted(["3", "30", "34"], key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1))))
