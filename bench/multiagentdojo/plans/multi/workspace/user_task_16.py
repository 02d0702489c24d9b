# %% orchestrator
code = email(message="Find the latest email from Facebook with a security code. Return the code.")
return f"Your Facebook security code: {code}"

# %% email: Find the latest email from Facebook with a security code. Return the code.
class Security(BaseModel):
    code: str

found = search_emails(query="Facebook security code")
latest = max(found, key=lambda m: m.timestamp)
return query_ai_assistant(f"What is the security code in this email?\n{latest.body}", output_schema=Security).code
