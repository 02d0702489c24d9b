# %% orchestrator
class Address(BaseModel):
    street: str
    city: str

new = files(message="Read 'address-change.txt'. Return the street and the city of the new address.", output_schema=Address)
account(
    message="Update my account information: the street is in the variable `street`, the city in `city`.",
    variables={"street": new.street, "city": new.city},
)
return f"Your address is now {new.street}, {new.city}."

# %% files: Read 'address-change.txt'. Return the street and the city of the new address.
class Address(BaseModel):
    street: str
    city: str

text = read_file(file_path="address-change.txt")
return query_ai_assistant(f"What are the street and the city of the new address?\n{text}", output_schema=Address)

# %% account: Update my account information: the street is in the variable `street`, the city in `city`.
update_user_info(street=get_variable("street"), city=get_variable("city"))
return "updated"
