# A cart with a discount code and shipping.
from dataclasses import dataclass

@dataclass
class Line:
    sku: str
    qty: int
    unit_cents: int

    @property
    def cents(self) -> int:
        return self.qty * self.unit_cents

def total(lines: list[Line], code: str | None = None) -> int:
    subtotal = sum(l.cents for l in lines)
    discount = {"TEN": subtotal // 10, "FIVE": 500}.get(code, 0)
    shipping = 0 if subtotal - discount >= 5000 else 495
    return subtotal - discount + shipping

cart = [Line("pen", 10, 120), Line("lamp", 1, 3999)]
for code in (None, "TEN", "FIVE", "BAD"):
    t = total(cart, code)
    print(code, f"{t // 100}.{t % 100:02d}")
