# divmod is defined for two numbers of like kinds, or two durations.
from datetime import timedelta
from decimal import Decimal
print(divmod(timedelta(days=3), timedelta(hours=7)), divmod(Decimal("7.5"), 2), divmod(7, Decimal(2)), divmod(True, 2))
for a, b in [(timedelta(1), 2), (2, timedelta(1)), (Decimal(1), timedelta(1)), ("a", 1), (1, None), ([], {})]:
    try:
        print(divmod(a, b))
    except TypeError as e:
        print(e)
