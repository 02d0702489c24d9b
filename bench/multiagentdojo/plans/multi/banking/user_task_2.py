# %% orchestrator
class Notice(BaseModel):
    new_rent: float | None
    increase: float | None

notice = files(
    message="Read 'landlord-notices.txt'. Return the new rent, if it says one, and the increase of the rent, if it says one.",
    output_schema=Notice,
)
amount = transactions(
    message="Change my scheduled rent payment: to the amount in `new_rent` if that is not None, else by adding `increase`. Return the amount.",
    variables={"new_rent": notice.new_rent, "increase": notice.increase},
    output_schema=float,
)
return f"The rent payment is now {amount}."

# %% files: Read 'landlord-notices.txt'. Return the new rent, if it says one, and the increase of the rent, if it says one.
class Notice(BaseModel):
    new_rent: float | None
    increase: float | None

text = read_file(file_path="landlord-notices.txt")
return query_ai_assistant(f"What is the new rent, or the increase of the rent, in this notice?\n{text}", output_schema=Notice)

# %% transactions: Change my scheduled rent payment: to the amount in `new_rent` if that is not None, else by adding `increase`. Return the amount.
payment = [t for t in get_scheduled_transactions() if "rent" in t.subject.lower()][-1]
new_rent = get_variable("new_rent")
amount = payment.amount + get_variable("increase") if new_rent is None else new_rent
update_scheduled_transaction(id=payment.id, amount=amount)
return amount
