# What a union says when no member fits, and which one is taken when several do.
from typing import Literal
from pydantic import BaseModel, ValidationError

class F(BaseModel):
    x: int | float = 1
    y: str | list[str] = "q"
    z: Literal[1, "a", None] = 1

print(F(x="2").x, F(x="2.5").x, F(y=["a"]), F(z=None))
try:
    F(x="abc", y=5, z=2)
except ValidationError as e:
    for x in e.errors():
        print(x["loc"], x["type"], x["msg"])
