# slice objects.
s = slice(1, 4)
print([0, 1, 2, 3, 4, 5][s], "abcdef"[s], s)
print(s.start, s.stop, s.step)
print("abcdef"[slice(None, None, -1)], slice(3), [1, 2, 3][slice(-2, None)])
print(slice(1, 10, 2).indices(6))
