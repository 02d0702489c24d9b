# Dataclasses through asdict.
import json
from dataclasses import dataclass, asdict

@dataclass
class Item:
    name: str
    tags: list
    price: float = 0.5

print(json.dumps(asdict(Item("x", ["a"]))))
print(Item(**json.loads('{"name": "y", "tags": []}')))
