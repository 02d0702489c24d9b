# update, intersection_update and the like change in place.
a = {1, 2, 3}
a.update([4], "x")
a.discard("x")
a.intersection_update([2, 3, 4, 9])
print(sorted(a))
a.difference_update({4})
a.symmetric_difference_update({3, 8})
print(sorted(a))
