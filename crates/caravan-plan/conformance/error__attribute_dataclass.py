# A missing attribute of a dataclass.
from dataclasses import dataclass

@dataclass
class Item:
    name: str

i = Item("pen")
print(i.name)
print(i.quantity)
