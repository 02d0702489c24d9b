# Transactions summed by category.
from collections import defaultdict

transactions = [
    {"date": "2024-05-01", "payee": "Grocer", "category": "food", "amount": -54.20},
    {"date": "2024-05-03", "payee": "Employer", "category": "income", "amount": 2500.00},
    {"date": "2024-05-07", "payee": "Cafe", "category": "food", "amount": -8.75},
    {"date": "2024-05-09", "payee": "Rail", "category": "travel", "amount": -120.00},
]
totals = defaultdict(float)
for t in transactions:
    totals[t["category"]] += t["amount"]
for category, total in sorted(totals.items(), key=lambda kv: kv[1]):
    print(f"{category:<10}{total:>10.2f}")
print(f"{'balance':<10}{sum(totals.values()):>10.2f}")
