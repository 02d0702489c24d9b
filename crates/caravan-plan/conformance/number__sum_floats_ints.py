# sum of ints, floats and bools.
print(sum([1, 2, 3]), sum([0.5, 0.25]), sum([1, 0.5]))
print(sum([True, True]), sum([]), sum([1], 10))
print(sum(range(101)))
print(sum([10 ** 20, 1]), sum((n / 4 for n in range(5))))
print(sum([[1], [2]], []), sum([2.5], 1))
