# Nested models are made of dicts.
from pydantic import BaseModel

class Address(BaseModel):
    city: str

class Person(BaseModel):
    name: str
    home: Address
    others: dict[str, Address] = {}

p = Person(name="Ann", home={"city": "Rome"}, others={"work": {"city": "Oslo"}})
print(p, p.home.city, p.others["work"])
print(isinstance(p.home, Address), p.model_dump())
