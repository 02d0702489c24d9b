# %% orchestrator
amount = transactions(message="Return the sum of what I spent on a New Year's gift.", output_schema=float)
return f"You spent {amount:.2f} on the New Year's gift."

# %% transactions: Return the sum of what I spent on a New Year's gift.
mine = ["me", get_iban()]
gifts = [
    t.amount
    for t in get_most_recent_transactions(n=100)
    if "new year" in t.subject.lower() and "gift" in t.subject.lower() and t.recipient not in mine
]
return sum(gifts)
