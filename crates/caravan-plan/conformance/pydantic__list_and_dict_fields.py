# Items of lists, dicts, tuples and sets are validated.
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    xs: list[int] = []
    d: dict[str, float] = {}
    t: tuple[int, str] = (0, "")
    s: set[int] = set()

print(M(xs=["1", 2], d={"a": "2.5"}, t=["3", "x"], s=[1, 1]))
try:
    M(xs="abc", t=(1,))
except ValidationError as e:
    print([x["loc"] for x in e.errors()])
