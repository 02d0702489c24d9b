# fromisoformat with offsets and Z.
from datetime import datetime
for s in ["2024-03-05T14:07:09+00:00", "2024-03-05T14:07:09Z", "2024-03-05T14:07:09-05:30", "2024-03-05T14:07+02:00"]:
    d = datetime.fromisoformat(s)
    print(d, d.utcoffset(), d.tzinfo)
