# Merging contacts by e-mail.
raw = [
    {"name": "Ann", "email": "Ann@X.com ", "phone": None},
    {"name": "Ann Lee", "email": "ann@x.com", "phone": "123"},
    {"name": "Bob", "email": "bob@x.com", "phone": ""},
]
merged = {}
for c in raw:
    key = c["email"].strip().lower()
    old = merged.setdefault(key, {"name": "", "phone": None})
    if len(c["name"]) > len(old["name"]):
        old["name"] = c["name"]
    old["phone"] = old["phone"] or c["phone"] or None
for email, c in merged.items():
    print(email, c)
