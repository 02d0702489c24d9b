# model_copy with an update.
from pydantic import BaseModel

class M(BaseModel):
    a: int = 1
    xs: list[int] = []

m = M(xs=[1])
n = m.model_copy(update={"a": 9})
print(m, n, m == n, n.xs is m.xs, m == m.model_copy())
