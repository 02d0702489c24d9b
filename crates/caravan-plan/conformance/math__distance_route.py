# Distances of points.
import math
cities = {"A": (0, 0), "B": (3, 4), "C": (6, 8)}
total = 0
route = ["A", "B", "C", "A"]
for p, q in zip(route, route[1:]):
    d = math.dist(cities[p], cities[q])
    total += d
    print(p, q, d)
print(total, max(cities, key=lambda c: math.hypot(*cities[c])))
