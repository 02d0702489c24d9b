# A class that is both str and Enum compares with strings.
from enum import Enum

class Role(str, Enum):
    ADMIN = "admin"
    USER = "user"

print(Role.ADMIN == "admin", Role.ADMIN.value, Role("user").name, repr(Role.USER))
print(Role.ADMIN in ("admin", "x"), isinstance(Role.USER, str), Role.ADMIN.upper(), "-".join([Role.USER, "x"]))
