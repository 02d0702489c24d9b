# A model with methods and a property.
from pydantic import BaseModel

class Cart(BaseModel):
    prices: list[float] = []

    @property
    def total(self) -> float:
        return sum(self.prices)

    def with_tax(self, rate: float = 0.2) -> float:
        return round(self.total * (1 + rate), 2)

c = Cart(prices=[10, 2.5])
print(c.total, c.with_tax(), c.with_tax(0), c)
