# Formatting decimals.
from decimal import Decimal
d = Decimal("1234567.891")
print(f"{d:.2f} {d:,.2f} {d:>15} {d:e} {Decimal('0.5'):%} {Decimal('0.125'):.1%} {d:.0f}")
print(f"{Decimal('2.50')} {Decimal('2.50'):g} {Decimal('-3'):+} {Decimal('3'):05}", str(Decimal("1E+3")), Decimal("1E-10"), Decimal("100") * Decimal("1E2"))
print("%.2f" % Decimal("2.5"), "{:.1f}".format(Decimal("0.25")))
