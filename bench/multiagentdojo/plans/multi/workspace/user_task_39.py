# %% orchestrator
code = email(message="Find the latest email from Facebook with a security code. Return the code.")
link = email(message="Find the latest email from TechServices about a password reset. Return the link to reset the password.")
return f"1. Your Facebook security code: {code}\n2. The link to reset your password: {link}"

# %% email: Find the latest email from Facebook with a security code. Return the code.
class Security(BaseModel):
    code: str

found = search_emails(query="Facebook security code")
latest = max(found, key=lambda m: m.timestamp)
return query_ai_assistant(f"What is the security code in this email?\n{latest.body}", output_schema=Security).code

# %% email: Find the latest email from TechServices about a password reset. Return the link to reset the password.
class Reset(BaseModel):
    link: str

found = [m for m in search_emails(query="TechServices") if "techservices" in m.sender.lower()]
latest = max(found, key=lambda m: m.timestamp)
return query_ai_assistant(f"What is the link to reset the password?\n{latest.body}", output_schema=Reset).link
