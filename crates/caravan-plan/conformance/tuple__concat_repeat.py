# + and * on tuples.
print((1,) + (2, 3), (0,) * 3, () + (), 2 * ("a", "b"), sum([(1,), (2,)], ()))
try:
    (1,) + [2]
except TypeError as e:
    print(e)
