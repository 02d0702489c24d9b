# Fields of the base come first.
from pydantic import BaseModel

class Base(BaseModel):
    id: int
    kind: str = "base"

class Sub(Base):
    extra: float = 0.5
    kind: str = "sub"

print(Sub(id=1), isinstance(Sub(id=1), Base), Base(id=2), Sub(id=3, kind="k").model_dump())
