# abs(), round() and reversed() of objects that say what they give
class Money:
    def __init__(self, cents):
        self.cents = cents

    def __abs__(self):
        return Money(abs(self.cents))

    def __round__(self, digits=None):
        return ("rounded", digits, self.cents)

    def __reversed__(self):
        return iter(str(self.cents)[::-1])

    def __repr__(self):
        return f"Money({self.cents})"


print(abs(Money(-5)), round(Money(7)), round(Money(7), 2), round(Money(1), ndigits=1))
print(list(reversed(Money(123))), [abs(m) for m in [Money(-1), Money(1)]])
print(list(map(abs, [Money(-2), Money(3)])), sorted(map(round, [Money(3), Money(2)])))
try:
    abs("x")
except TypeError as e:
    print(e)
