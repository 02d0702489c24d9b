# Field(strict, frozen, max_digits, decimal_places, serialization_alias) are observed
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field, PositiveInt, NonNegativeFloat, ValidationError, ValidationInfo, field_validator


class Item(BaseModel):
    count: int = Field(strict=True)
    name: str = Field("x", frozen=True, serialization_alias="Name")
    price: Decimal = Field(Decimal("1"), max_digits=5, decimal_places=2)
    size: PositiveInt = 1
    weight: NonNegativeFloat = 0.5
    both: Annotated[int, Field(ge=1), Field(le=5)] = 2


def wrong(**fields):
    try:
        print(Item(**fields))
    except ValidationError as e:
        print([(error["loc"], error["type"], error["msg"]) for error in e.errors()])


wrong(count="5")
wrong(count=5)
for price in ["12345", "1.555", "123456", "1234.5", "1.5", "1.500", "100", "0.01", "999.99", 5]:
    wrong(count=1, price=price)
wrong(count=1, size=0, weight=-1)
wrong(count=1, both=0)
wrong(count=1, both=6)
item = Item(count=1)
item.count = 7
try:
    item.name = "y"
except ValidationError as e:
    print(e.errors()[0]["type"], e.errors()[0]["msg"])
print(item.model_dump(by_alias=True), item.model_dump()["name"])


class Pair(BaseModel):
    low: int
    high: int

    @field_validator("high")
    @classmethod
    def above(cls, value: int, info: ValidationInfo) -> int:
        if value < info.data["low"]:
            raise ValueError(f"{info.field_name} is below low")
        return value


try:
    Pair(low=2, high=1)
except ValidationError as e:
    print(e.errors()[0]["msg"])
