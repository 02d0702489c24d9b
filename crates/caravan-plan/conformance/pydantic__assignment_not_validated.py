# Assignment to a field is not validated; to an unknown name it is refused.
from pydantic import BaseModel

class M(BaseModel):
    a: int = 1

m = M()
m.a = 5
print(m)
try:
    m.zzz = 1
except ValueError as e:
    print(e)
