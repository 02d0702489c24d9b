# Who owes whom after a trip.
paid = {"ann": 120.0, "bob": 30.0, "cy": 0.0}
share = sum(paid.values()) / len(paid)
balance = {p: round(v - share, 2) for p, v in paid.items()}
print(balance)
debtors = sorted((b, p) for p, b in balance.items() if b < 0)
creditors = sorted(((b, p) for p, b in balance.items() if b > 0), reverse=True)
for debt, who in debtors:
    for i, (credit, to) in enumerate(creditors):
        amount = min(-debt, credit)
        if amount > 0:
            print(f"{who} pays {to} {amount:.2f}")
            creditors[i] = (credit - amount, to)
            debt += amount
