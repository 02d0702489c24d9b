# An iterator of the plan's own, with `__iter__` and `__next__`, wherever something is iterated.
class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.start <= 0:
            raise StopIteration
        self.start -= 1
        return self.start


for n in Countdown(3):
    print(n)
print(list(Countdown(3)), sum(Countdown(4)), max(Countdown(2)), [n for n in Countdown(2)])
print(next(Countdown(5)), next(Countdown(0), "none"), dict(enumerate(Countdown(2))))
first, *rest = Countdown(4)
print(first, rest, 2 in Countdown(3), "-".join(str(n) for n in Countdown(3)))
print([*Countdown(2), *Countdown(1)], sorted(Countdown(3)), list(zip(Countdown(2), "ab")))
try:
    next(Countdown(0))
except StopIteration:
    print("stopped")


class Deck:
    def __init__(self, cards):
        self.cards = cards

    def __iter__(self):
        return Countdown(len(self.cards))


print(list(Deck("abc")), [n for n in Deck("ab")])
