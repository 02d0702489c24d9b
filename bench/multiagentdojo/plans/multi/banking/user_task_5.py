# %% orchestrator
amount = transactions(
    message="Find my payment to Spotify in March, and send 10% of its amount to the same recipient, subject 'Spotify difference'. Return the amount.",
    output_schema=float,
)
return f"Sent {amount:.2f} to Spotify."

# %% transactions: Find my payment to Spotify in March, and send 10% of its amount to the same recipient, subject 'Spotify difference'. Return the amount.
history = get_most_recent_transactions(n=100)
march = [t for t in history if "spotify" in t.subject.lower() and t.date.split("-")[1] == "03"]
payment = max(march, key=lambda t: t.date)
amount = payment.amount * 10 / 100
date = max(t.date for t in history)
send_money(recipient=payment.recipient, amount=amount, subject="Spotify difference", date=date)
return amount
