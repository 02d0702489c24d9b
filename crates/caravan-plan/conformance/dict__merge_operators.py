# | and ** merge; the right side wins, places stay.
a, b = {"x": 1, "y": 2}, {"y": 3, "z": 4}
print(a | b, b | a, {**a, **b}, {**a, "x": 0})
print(a, b)
try:
    a | [("k", 1)]
except TypeError as e:
    print(e)
