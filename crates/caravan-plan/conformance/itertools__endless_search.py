# A search through an endless iterator ends where something is found.
from itertools import count, cycle

taken = {1, 2, 4}
print(next(n for n in count(1) if n not in taken))
print(next(n * n for n in count() if n * n > 50))
print(next(n for n in count(1) if n % 7 == 0 if n % 5 == 0))
print(next((i, c) for i, c in enumerate(cycle("ab")) if c == "b" and i > 2))
names = {"report", "report-1"}
print(next(f"report-{i}" for i in count(1) if f"report-{i}" not in names))
