# The place of an error inside nested values.
from pydantic import BaseModel, ValidationError

class Item(BaseModel):
    qty: int

class Order(BaseModel):
    items: list[Item]

try:
    Order(items=[{"qty": 1}, {"qty": "many"}, {}])
except ValidationError as e:
    for x in e.errors():
        print(x["loc"], x["msg"])
