# range is a sequence.
r = range(2, 20, 3)
print(r, list(r), len(r), r[0], r[-1], r[1:3], 8 in r, 9 in r, r.index(11), r.count(5))
print(range(5), range(0), list(range(3, 0, -1)), list(range(0, -6, -2)), range(3) == range(0, 3, 1), range(0) == range(5, 2), sum(range(10)))
print(r.start, r.stop, r.step, list(reversed(range(4))), max(range(7)), bool(range(0)), range(10)[::-3])
