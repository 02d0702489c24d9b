# `@computed_field`: a property that is written out with the fields.
from pydantic import BaseModel, computed_field


class Item(BaseModel):
    name: str
    price: float
    quantity: int = 1

    @computed_field
    @property
    def total(self) -> float:
        return self.price * self.quantity

    @computed_field
    def label(self) -> str:
        return f"{self.quantity} x {self.name}"


item = Item(name="pen", price=1.5, quantity=4)
print(item.total, item.label)
print(item, repr(item))
print(item.model_dump(), item.model_dump_json(), item.model_dump(exclude={"label"}))
print(item.model_dump(include={"name", "total"}), item == Item(name="pen", price=1.5, quantity=4))
print([Item(name="a", price=1).model_dump()["total"]], list(Item.model_fields))
