# An exception leaves the comprehension; nothing is bound.
out = "unchanged"
try:
    out = [10 // n for n in (5, 0, 2)]
except ZeroDivisionError as e:
    print(e)
print(out)
