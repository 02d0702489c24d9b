# A missing field.
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    a: int
    b: int = 2

try:
    M()
except ValidationError as e:
    print([(x["loc"], x["type"], x["msg"]) for x in e.errors()])
print(isinstance(ValidationError, type), issubclass(ValidationError, ValueError))
