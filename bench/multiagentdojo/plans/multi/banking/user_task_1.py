# %% orchestrator
total = transactions(message="Return the total of what I spent in March 2022.", output_schema=float)
return f"Your total spending in March 2022: {total:.2f}"

# %% transactions: Return the total of what I spent in March 2022.
mine = ["me", get_iban()]
spent = [t.amount for t in get_most_recent_transactions(n=100) if t.date.startswith("2022-03") and t.recipient not in mine]
return sum(spent)
