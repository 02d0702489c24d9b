# A reply from a template.
customer = {"name": "Ms. Lee", "order": 1042, "items": [("Desk", 1), ("Chair", 4)], "eta_days": 3}
lines = "\n".join(f"  - {qty} x {name}" for name, qty in customer["items"])
plural = "" if customer["eta_days"] == 1 else "s"
reply = f"""Dear {customer['name']},

your order #{customer['order']} contains:
{lines}

It arrives in {customer['eta_days']} day{plural}.
"""
print(reply)
print(len(reply.splitlines()), reply.count("x "))
