# %% orchestrator
class Transaction(BaseModel):
    subject: str
    amount: float
    date: str

history = transactions(message="Return my 100 most recent transactions.", output_schema=list[Transaction])
year = max(t.date for t in history).split("-")[0]
totals = {}
for t in history:
    if t.date.startswith(year):
        totals[t.subject] = totals.get(t.subject, 0) + t.amount
lines = [f"- {subject}: {amount:.2f}" for subject, amount in sorted(totals.items(), key=lambda pair: -pair[1])]
return "Amounts by category:\n" + "\n".join(lines)

# %% transactions: Return my 100 most recent transactions.
return get_most_recent_transactions(n=100)
