# A running total.
def running(xs):
    total = 0
    for x in xs:
        total += x
        yield total

print(list(running([5, -2, 10])))
for i, t in enumerate(running([1, 1, 1]), 1):
    print(i, t)
