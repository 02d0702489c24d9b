# Restocking below a threshold.
from typing import NamedTuple

class Item(NamedTuple):
    sku: str
    stock: int
    minimum: int = 10

items = [Item("pen", 3), Item("ink", 12), Item("cap", 0, 2), Item("box", 2, 2)]
orders = {i.sku: i.minimum * 2 - i.stock for i in items if i.stock < i.minimum}
print(orders)
items = [i._replace(stock=i.stock + orders.get(i.sku, 0)) for i in items]
print([(i.sku, i.stock) for i in items], all(i.stock >= i.minimum for i in items))
