# model_dump and model_dump_json go into nested models.
from pydantic import BaseModel

class Item(BaseModel):
    name: str
    qty: int = 1

class Order(BaseModel):
    id: int
    items: list[Item] = []

o = Order(id=5, items=[Item(name="pen"), Item(name="ink", qty=3)])
print(o.model_dump())
print(o.model_dump_json())
print(o)
