# A model's fields, repr and str.
from pydantic import BaseModel

class Email(BaseModel):
    sender: str
    subject: str = "(none)"
    read: bool = False

e = Email(sender="a@x.com")
print(e, repr(e))
print(e.sender, e.subject, e.read, Email(sender="b", subject="s", read=True))
