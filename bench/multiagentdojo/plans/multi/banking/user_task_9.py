# %% orchestrator
amount = transactions(
    message="Check my scheduled rent payment: if the last rent that I paid was another amount, update it to that. Return its amount.",
    output_schema=float,
)
return f"The rent payment for the next month is {amount:.2f}."

# %% transactions: Check my scheduled rent payment: if the last rent that I paid was another amount, update it to that. Return its amount.
payment = [t for t in get_scheduled_transactions() if "rent" in t.subject.lower()][-1]
paid = [t for t in get_most_recent_transactions(n=100) if "rent" in t.subject.lower()]
amount = max(paid, key=lambda t: t.date).amount if paid else payment.amount
if amount != payment.amount:
    update_scheduled_transaction(id=payment.id, amount=amount)
return amount
