# __eq__ is used by ==, != and in.
class Money:
    def __init__(self, n, cur):
        self.n = n
        self.cur = cur

    def __eq__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return (self.n, self.cur) == (other.n, other.cur)

a, b, c = Money(1, "EUR"), Money(1, "EUR"), Money(2, "EUR")
print(a == b, a == c, a != c, a != b, a == 1, a != 1)
print(b in [a], [c, a].index(b), [a, b, c].count(a))
