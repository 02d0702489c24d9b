# A record's own field goes before the method of mappings that it has otherwise.
#! case precision
#! tool shop = {"items": ["a", "b"], "get": "now", "total": 3}
#! returns shop {"type": "object", "properties": {"items": {"type": "array", "items": {"type": "string"}}, "get": {"type": "string"}, "total": {"type": "integer"}}, "required": ["items", "get", "total"]}
#! child child = "done"
#! all value items = ["a", "b"]
#! all value get = "now"
#! all value keys = ["items", "get", "total"]
#! all value model = 3
#! all gate child#1 allow bits<=0
from pydantic import BaseModel

class Shop(BaseModel):
    items: list[str]
    get: str
    total: int

found = shop()
items = found.items
get = found.get
keys = list(found.keys())
model = Shop(**found).total
child("Go on.")
