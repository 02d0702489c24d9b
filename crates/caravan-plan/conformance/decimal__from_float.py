# A float's exact value against a string's.
from decimal import Decimal
print(Decimal(0.5), Decimal(0.1), Decimal(str(0.1)), Decimal(3) == 3, Decimal("0.5") == 0.5, Decimal("0.1") == 0.1)
print(float(Decimal("2.50")), int(Decimal("9.99")), round(Decimal("2.567"), 2), round(Decimal("2.5")), str(Decimal("7.00")))
try:
    Decimal("1") + 0.5
except TypeError as e:
    print(e)
