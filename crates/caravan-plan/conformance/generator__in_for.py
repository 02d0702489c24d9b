# A generator in a for loop.
def evens(limit):
    n = 0
    while n < limit:
        yield n
        n += 2

for e in evens(7):
    print(e)
print(list(evens(10)), sum(evens(10)))
