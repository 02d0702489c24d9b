# next on something that is no iterator.
try:
    next([1, 2])
except TypeError as e:
    print(e)
try:
    next(5)
except TypeError as e:
    print(e)
try:
    iter(5)
except TypeError as e:
    print(e)
