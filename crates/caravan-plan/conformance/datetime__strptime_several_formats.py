# Trying formats in turn.
from datetime import datetime

def parse(s):
    for f in ("%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y", "%m/%d/%Y"):
        try:
            return datetime.strptime(s, f).date()
        except ValueError:
            continue
    return None

for s in ["2024-03-05", "5.3.2024", "March 5, 2024", "3/5/2024", "soon"]:
    print(s, "->", parse(s))
