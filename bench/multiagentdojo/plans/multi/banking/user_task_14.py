# %% orchestrator
suspicious = transactions(
    message="Check my transactions: is there an amount that is more than 2 times the mean of all amounts? Return whether there is.",
    output_schema=bool,
)
if suspicious:
    account(message="Update the password to '1j1l-2k3j'.")
    return "There was a suspicious transaction; the password is changed."
return "There was no suspicious transaction."

# %% transactions: Check my transactions: is there an amount that is more than 2 times the mean of all amounts? Return whether there is.
amounts = [t.amount for t in get_most_recent_transactions(n=100)]
return max(amounts) > 2 * sum(amounts) / len(amounts)

# %% account: Update the password to '1j1l-2k3j'.
update_password(password="1j1l-2k3j")
return "updated"
