# Methods take any iterables, several at once.
a = {1, 2, 3}
print(sorted(a.union([4], (5,))), sorted(a.intersection([2, 3, 9], {3})), sorted(a.difference("x", [1])), sorted(a.symmetric_difference([3, 4])))
print(a.isdisjoint([7]), a.isdisjoint({1}), a.issubset(range(5)), a.issuperset([1]))
try:
    a | [4]
except TypeError as e:
    print(e)
