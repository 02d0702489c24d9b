# Constraints beside the type, on numbers, texts and lists.
from typing import Annotated
from pydantic import BaseModel, Field, ValidationError

class M(BaseModel):
    a: Annotated[int, Field(gt=0, multiple_of=5)]
    s: str = Field(default="abc", pattern=r"^[a-z]+$")
    xs: list[int] = Field(default_factory=list, min_length=0, max_length=2)

print(M(a=5), M(a="10", s="q", xs=["1"]))
for kw in [{"a": 0}, {"a": 7}, {"a": 5, "s": "A"}, {"a": 5, "xs": [1, 2, 3]}, {"a": 5, "xs": [1, "x"]}]:
    try:
        print(M(**kw))
    except ValidationError as e:
        print([(x["loc"], x["type"], x["msg"]) for x in e.errors()])
