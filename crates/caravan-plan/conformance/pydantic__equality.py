# Models compare by class and fields.
from pydantic import BaseModel

class A(BaseModel):
    x: int

class B(BaseModel):
    x: int

print(A(x=1) == A(x=1), A(x=1) == A(x=2), A(x=1) == B(x=1), A(x=1) in [A(x=1)], A(x=1) != A(x=3))
