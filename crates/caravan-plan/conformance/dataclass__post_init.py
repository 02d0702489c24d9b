# __post_init__ runs after the fields are set.
from dataclasses import dataclass, field

@dataclass
class Order:
    price: float
    quantity: int
    total: float = field(init=False)

    def __post_init__(self):
        if self.quantity < 0:
            raise ValueError("negative quantity")
        self.total = self.price * self.quantity

print(Order(2.5, 4))
try:
    Order(1, -1)
except ValueError as e:
    print(e)
