# The newest mail of one sender, or none.
from datetime import datetime

emails = [
    {"from": "ann", "at": "2024-05-14T09:00", "body": "first"},
    {"from": "bob", "at": "2024-05-16T08:00", "body": "other"},
    {"from": "ann", "at": "2024-05-15T17:30", "body": "second"},
]

def latest(sender):
    mine = [e for e in emails if e["from"] == sender]
    if not mine:
        return None
    return max(mine, key=lambda e: datetime.fromisoformat(e["at"]))

for who in ("ann", "bob", "cy"):
    mail = latest(who)
    print(who, mail["body"] if mail else "nothing")
