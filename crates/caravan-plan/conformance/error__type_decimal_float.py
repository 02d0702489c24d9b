# A decimal plus a float.
from decimal import Decimal
price = Decimal("9.99")
print(price * 2)
print(price + 0.5)
