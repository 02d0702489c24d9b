# A model takes keywords only.
from pydantic import BaseModel

class M(BaseModel):
    a: int

try:
    M(1)
except TypeError as e:
    print(str(e).split("(", 1)[0], "positional" in str(e))
print(M(**{"a": 1}))
