# A mutable default is copied for each instance.
from pydantic import BaseModel

class M(BaseModel):
    xs: list[int] = []

a, b = M(), M()
a.xs.append(1)
print(a, b, M())
