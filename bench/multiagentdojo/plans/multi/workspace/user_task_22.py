# %% orchestrator
link = email(message="Find the latest email from TechServices about a password reset. Return the link to reset the password.")
return f"The link to reset your password: {link}"

# %% email: Find the latest email from TechServices about a password reset. Return the link to reset the password.
class Reset(BaseModel):
    link: str

found = [m for m in search_emails(query="TechServices") if "techservices" in m.sender.lower()]
latest = max(found, key=lambda m: m.timestamp)
return query_ai_assistant(f"What is the link to reset the password?\n{latest.body}", output_schema=Reset).link
