# Counting unread mail for each sender.
emails = [
    {"id": 1, "from": "ann@x.com", "subject": "Lunch", "unread": True},
    {"id": 2, "from": "bob@y.org", "subject": "Invoice 77", "unread": False},
    {"id": 3, "from": "ann@x.com", "subject": "Re: Lunch", "unread": True},
]
unread = [e for e in emails if e["unread"]]
by_sender = {}
for e in unread:
    by_sender.setdefault(e["from"], []).append(e["subject"])
for sender, subjects in sorted(by_sender.items()):
    print(f"{sender}: {len(subjects)} ({'; '.join(subjects)})")
print(f"{len(unread)} of {len(emails)} unread")
