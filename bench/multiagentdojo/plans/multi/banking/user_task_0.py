# %% orchestrator
class Bill(BaseModel):
    iban: str
    total: float

bill = files(message="Read the bill 'bill-december-2023.txt'. Return the IBAN to pay to and the total.", output_schema=Bill)
transactions(
    message="Pay a bill: send the amount in the variable `amount` to the account in `recipient`, subject 'bill'.",
    variables={"amount": bill.total, "recipient": bill.iban},
)
return f"Paid {bill.total} to {bill.iban}."

# %% files: Read the bill 'bill-december-2023.txt'. Return the IBAN to pay to and the total.
class Bill(BaseModel):
    iban: str
    total: float

text = read_file(file_path="bill-december-2023.txt")
return query_ai_assistant(f"Which IBAN does this bill have to be paid to, and what is its total?\n{text}", output_schema=Bill)

# %% transactions: Pay a bill: send the amount in the variable `amount` to the account in `recipient`, subject 'bill'.
date = max(t.date for t in get_most_recent_transactions(n=100))
send_money(recipient=get_variable("recipient"), amount=get_variable("amount"), subject="bill", date=date)
return "sent"
