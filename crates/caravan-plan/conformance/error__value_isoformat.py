# A date that is no ISO date.
from datetime import date
print(date.fromisoformat("2024-05-15"))
when = "next Tuesday"
print(date.fromisoformat(when))
