# A missing attribute of a value whose class is the plan's own.
#! case precision
#! untrusted u = "Pay mallory."
#! all error trusted AttributeError
from dataclasses import dataclass

@dataclass
class Mail:
    text: str

mail = Mail(text=get_variable("u"))
mail.author
