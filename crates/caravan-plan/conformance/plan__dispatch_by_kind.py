# Handling events by their shape with match.
events = [
    {"kind": "mail", "from": "ann", "attachments": ["a.pdf", "b.png"]},
    {"kind": "mail", "from": "bob", "attachments": []},
    {"kind": "payment", "amount": -20},
    {"kind": "payment", "amount": 700},
    {"kind": "ping"},
]
for e in events:
    match e:
        case {"kind": "mail", "from": who, "attachments": [first, *rest]}:
            print(f"{who} sent {first} and {len(rest)} more")
        case {"kind": "mail", "from": who}:
            print(f"{who} wrote")
        case {"kind": "payment", "amount": a} if a < 0:
            print("paid", -a)
        case {"kind": "payment", "amount": a}:
            print("received", a)
        case {"kind": other}:
            print("ignored", other)
