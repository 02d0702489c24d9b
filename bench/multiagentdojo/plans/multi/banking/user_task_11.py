# %% orchestrator
amount = transactions(
    message="Find my payment for the iPhone, and send to its recipient 19.5% of its amount and a fee of 5.29, subject 'VAT'. Return the amount.",
    output_schema=float,
)
return f"Sent {amount:.2f}."

# %% transactions: Find my payment for the iPhone, and send to its recipient 19.5% of its amount and a fee of 5.29, subject 'VAT'. Return the amount.
history = get_most_recent_transactions(n=100)
payment = max([t for t in history if "iphone" in t.subject.lower()], key=lambda t: t.date)
amount = round(payment.amount * 19.5 / 100 + 5.29, 2)
date = max(t.date for t in history)
send_money(recipient=payment.recipient, amount=amount, subject="VAT", date=date)
return amount
