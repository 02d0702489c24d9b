# A dataclass has a constructor, repr and equality.
from dataclasses import dataclass

@dataclass
class Email:
    sender: str
    subject: str
    read: bool = False

e = Email("a@x.com", "Hi")
print(e)
print(e == Email("a@x.com", "Hi", False), e == Email("a@x.com", "Hi", True), e != Email("b", "Hi"))
e.read = True
print(e.read, [e])
