# bisect: where a value belongs in a sorted list
import bisect as b
from bisect import bisect, insort

days = [1, 3, 3, 5]
print(b.bisect_left(days, 3), b.bisect_right(days, 3), bisect(days, 0), bisect(days, 9), bisect(days, 3, 0, 2))
insort(days, 4)
b.insort_left(days, 3)
print(days)
rows = [("a", 1), ("b", 5)]
insort(rows, ("c", 3), key=lambda row: row[1])
print(rows, b.bisect_left(rows, 5, key=lambda row: row[1]))
grades = "FDCBA"
print([grades[bisect([60, 70, 80, 90], score)] for score in [33, 60, 77, 89, 90, 100]])
try:
    bisect(days, 1, -1)
except ValueError as e:
    print(e)
