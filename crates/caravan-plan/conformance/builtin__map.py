# map is lazy and takes several iterables.
m = map(lambda x: x * 2, [1, 2, 3])
print(next(m), list(m), list(m))
print(list(map(str, range(3))), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(len, ["a", "bb"])), list(map(max, [1, 5], [3, 2])))
print(sum(map(int, "123")), ",".join(map(str, [1, 2])))
