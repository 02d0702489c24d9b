# fromisoformat of bad text.
from datetime import datetime, date
for s in ["yesterday", "2024-13-01x", "", "05/03/2024"]:
    try:
        datetime.fromisoformat(s)
    except ValueError as e:
        print(e)
try:
    date.fromisoformat("2024-3-5")
except ValueError as e:
    print(e)
try:
    datetime.fromisoformat(5)
except TypeError as e:
    print(e)
