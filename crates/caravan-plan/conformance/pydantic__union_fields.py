# Unions keep a value that already fits.
from pydantic import BaseModel

class M(BaseModel):
    v: int | str
    w: float | None = None

print(repr(M(v=5).v), repr(M(v="5").v), repr(M(v="abc").v), repr(M(v=1, w=2).w))
print(M(v="x", w=None))
