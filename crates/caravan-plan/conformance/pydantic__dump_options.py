# exclude, include and exclude_none.
from pydantic import BaseModel

class M(BaseModel):
    a: int = 1
    b: str | None = None
    c: list[int] = []

m = M(c=[1])
print(m.model_dump(exclude_none=True), m.model_dump(include={"a"}), m.model_dump(exclude={"c"}), m.model_dump(exclude_unset=True), m.model_dump(exclude_defaults=True))
print(m.model_dump_json(exclude_none=True))
print(m.model_dump_json(indent=2))
