# + and * make new lists.
a = [1, 2]
b = a + [3]
c = a * 2
print(a, b, c, 2 * [0], [] * 5, [1] * -1)
print([1] + [2] + [3], sum([[1], [2, 3]], []))
