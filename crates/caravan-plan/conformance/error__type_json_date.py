# A date is not JSON.
import json
from datetime import date
row = {"when": date(2024, 5, 15)}
print(json.dumps(row, default=str))
print(json.dumps(row))
