# Unknown keywords are ignored.
from pydantic import BaseModel

class M(BaseModel):
    a: int = 1

m = M(a=2, unknown="x")
print(m, hasattr(m, "unknown"), m.model_dump())
try:
    m.other
except AttributeError as e:
    print(e)
