# Optional fields still need a default to be left out.
from typing import Optional
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    a: Optional[int] = None
    b: str | None = None
    c: int | None

print(M(c=None), M(a=1, b="x", c=2))
try:
    M()
except ValidationError as e:
    print([x["loc"] for x in e.errors()])
