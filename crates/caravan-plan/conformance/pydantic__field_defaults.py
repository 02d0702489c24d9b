# Field with default, default_factory and description.
from pydantic import BaseModel, Field

class M(BaseModel):
    tags: list[str] = Field(default_factory=list, description="Labels")
    n: int = Field(5, description="A number")
    name: str = Field(default="x")

a, b = M(), M()
a.tags.append("t")
print(a, b, M(n=1))
