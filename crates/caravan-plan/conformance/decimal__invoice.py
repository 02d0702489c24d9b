# An invoice with tax.
from decimal import Decimal, ROUND_HALF_UP
items = [("pen", 3, "1.15"), ("book", 1, "12.99"), ("bag", 2, "7.255")]
net = sum(qty * Decimal(price) for _, qty, price in items)
tax = (net * Decimal("0.19")).quantize(Decimal("0.01"), ROUND_HALF_UP)
print(net, tax, net + tax, (net + tax).quantize(Decimal("0.01")), f"{net + tax:.2f}")
