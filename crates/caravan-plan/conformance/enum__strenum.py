# A StrEnum member is a string.
from enum import StrEnum, auto

class Kind(StrEnum):
    MAIL = "mail"
    FILE = auto()

print(Kind.MAIL, repr(Kind.MAIL), Kind.FILE, Kind.MAIL == "mail", Kind("file") is Kind.FILE)
print(Kind.MAIL.upper(), "e" + Kind.MAIL, f"{Kind.FILE:>6}", {"mail": 1}[Kind.MAIL], ",".join(Kind))
print(isinstance(Kind.MAIL, str), sorted(Kind))
