# Means of decimals and whole numbers.
import statistics
from decimal import Decimal
print(statistics.mean([Decimal("1.10"), Decimal("2.20")]), statistics.median([Decimal("3"), Decimal("1")]))
print(statistics.mean([10 ** 20, 10 ** 20 + 2]), statistics.mean([True, False]), statistics.mean(x for x in [1, 5]))
print(round(statistics.geometric_mean([1, 4]), 6), statistics.harmonic_mean([40, 60]))
