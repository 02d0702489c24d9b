# %% orchestrator
count = transactions(
    message="Find the bills that I paid last month, and pay each of them again. Return how many there were.",
    output_schema=int,
)
if count == 0:
    return "There was no bill last month. Which one do you want to pay?"
return f"Paid {count}."

# %% transactions: Find the bills that I paid last month, and pay each of them again. Return how many there were.
history = get_most_recent_transactions(n=100)
newest = max(t.date for t in history)
month = newest.rsplit("-", 1)[0]
bills = [t for t in history if "bill" in t.subject.lower() and t.date.startswith(month)]
for bill in bills:
    send_money(recipient=bill.recipient, amount=bill.amount, subject=bill.subject, date=newest)
return len(bills)
