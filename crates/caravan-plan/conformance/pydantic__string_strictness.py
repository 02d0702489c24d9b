# Numbers are not turned into strings, nor fractions into ints.
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    s: str = ""
    n: int = 0
    b: bool = False

for kw in [{"s": 5}, {"n": 1.5}, {"n": "1.5"}, {"b": "maybe"}, {"b": 2}, {"n": None}, {"s": None}]:
    try:
        print(M(**kw))
    except ValidationError as e:
        x = e.errors()[0]
        print(kw, "|", x["type"], "|", x["msg"])
