# Numeric and length constraints.
from pydantic import BaseModel, Field, ValidationError

class M(BaseModel):
    age: int = Field(ge=0, le=150)
    name: str = Field(min_length=2, max_length=5)

print(M(age=0, name="ab"))
try:
    M(age=-1, name="toolong")
except ValidationError as e:
    for x in e.errors():
        print(x["loc"], x["type"], x["msg"])
