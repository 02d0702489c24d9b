# %% orchestrator
class Mail(BaseModel):
    sender: str
    subject: str
    body: str

mails = email(message="Return the unread emails.", output_schema=list[Mail])
texts = [f"From {m.sender}: {m.subject}\n{m.body}" for m in mails]
return "\n\n".join(texts)

# %% email: Return the unread emails.
return get_unread_emails()
