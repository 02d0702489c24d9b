# Union, intersection, difference and symmetric difference.
a, b = {1, 2, 3}, {3, 4}
print(sorted(a | b), sorted(a & b), sorted(a - b))
print(sorted(b - a), sorted(a ^ b))
print(a & {9}, a - a, {1} | set())
