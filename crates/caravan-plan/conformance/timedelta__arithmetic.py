# Arithmetic of durations.
from datetime import timedelta
a, b = timedelta(hours=2), timedelta(minutes=30)
print(a + b, a - b, b - a, a * 3, 2 * b, a / 2, a // 3, a / b, a // b, a % timedelta(minutes=50), -a, abs(-a), a * 1.5)
print(sum([a, b], timedelta()), divmod(a, timedelta(minutes=45)), max(a, b), a > b, bool(timedelta()), bool(a))
try:
    a + 5
except TypeError as e:
    print(e)
