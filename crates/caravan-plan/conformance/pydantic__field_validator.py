# A field validator sees the converted value, and what it gives is kept.
from pydantic import BaseModel, field_validator

class Item(BaseModel):
    name: str
    qty: int = 1

    @field_validator("name")
    @classmethod
    def tidy(cls, v):
        return v.strip().title()

    @field_validator("qty", mode="before")
    @classmethod
    def count(cls, v):
        return len(v) if isinstance(v, list) else v

print(Item(name="  blue pen "), Item(name="x", qty=[1, 2]), Item(name="y", qty="7"))
print([Item.model_validate({"name": n}).name for n in ["a", "b"]])
