# NamedTuple as a class, with defaults and methods.
from typing import NamedTuple

class Tx(NamedTuple):
    payee: str
    amount: float = 0.0

    def negative(self):
        return self.amount < 0

a = Tx("Ann", -5.5)
print(a, a.negative(), Tx("Bob"), a._asdict(), a[0], a == ("Ann", -5.5))
payee, amount = a
print(payee, amount, {a: 1}[("Ann", -5.5)], isinstance(a, tuple))
