# A dataclass with methods, a property and a class method.
from dataclasses import dataclass

@dataclass
class Tx:
    amount: int
    currency: str = "EUR"

    @property
    def is_credit(self):
        return self.amount > 0

    @classmethod
    def parse(cls, s):
        n, cur = s.split()
        return cls(int(n), cur)

    def negate(self):
        return Tx(-self.amount, self.currency)

t = Tx.parse("-5 USD")
print(t, t.is_credit, t.negate(), t.negate().is_credit)
