# The text of a model is its own, whatever its `__repr__`.
from pydantic import BaseModel


class M(BaseModel):
    x: int

    def __repr__(self):
        return "repr"


class N(BaseModel):
    x: int

    def __str__(self):
        return "n " + super().__str__()


print(M(x=1), str(M(x=2)), f"{M(x=3)}", [M(x=4)], repr(M(x=5)))
print(N(x=1), [N(x=2)])
