# What strptime says about text that does not fit.
from datetime import datetime
for s, f in [("2024/03/05", "%Y-%m-%d"), ("2024-03-05 10:00", "%Y-%m-%d"), ("2024-02-30", "%Y-%m-%d"), ("", "%Y"), ("abc", "%H")]:
    try:
        datetime.strptime(s, f)
    except ValueError as e:
        print(e if "range" not in str(e) else "day out of range")
