# __iter__ makes an instance iterable everywhere.
class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        n = self.n
        while n > 0:
            yield n
            n -= 1

c = Countdown(3)
print(list(c), sum(c), max(c), [*c], sorted(c))
a, b, d = c
print(a, b, d, 2 in c)
for x in c:
    print(x, end=";")
print()
