# Values are converted where no information is lost.
from pydantic import BaseModel

class M(BaseModel):
    n: int = 0
    f: float = 0.0
    b: bool = False

print(M(n="42"), M(n=3.0), M(f="1.5"), M(f=2), M(b="yes"), M(b=1), M(b="false"), M(n=True))
print(repr(M(f=3).f), repr(M(n="7").n))
