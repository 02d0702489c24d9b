# Sorting records by parsed dates.
from datetime import datetime
rows = [{"id": 1, "date": "03/02/2024"}, {"id": 2, "date": "15/01/2024"}, {"id": 3, "date": "28/02/2023"}]
key = lambda r: datetime.strptime(r["date"], "%d/%m/%Y")
print([r["id"] for r in sorted(rows, key=key)], max(rows, key=key)["id"], [r["id"] for r in rows if key(r).year == 2024])
print(sorted(r["date"] for r in rows))
