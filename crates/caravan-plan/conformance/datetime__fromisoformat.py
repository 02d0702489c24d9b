# fromisoformat of several shapes.
from datetime import datetime, date
for s in ["2024-03-05", "2024-03-05T14:07", "2024-03-05 14:07:09", "2024-03-05T14:07:09.5", "2024-03-05T14:07:09.123456", "20240305T140709"]:
    print(datetime.fromisoformat(s))
print(date.fromisoformat("2024-12-31"), date.fromisoformat("20241231"))
