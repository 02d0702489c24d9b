# A ValidationError counts its errors and lists them.
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    a: int
    b: str

try:
    M(a="x", b=5)
except ValidationError as e:
    print(e.error_count())
    for err in e.errors():
        print(err["loc"], err["type"], err["msg"])
