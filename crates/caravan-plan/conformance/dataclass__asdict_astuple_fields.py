# asdict and astuple go into nested dataclasses; fields lists names.
from dataclasses import dataclass, asdict, astuple, fields

@dataclass
class Address:
    city: str

@dataclass
class Person:
    name: str
    home: Address
    others: list[Address]

p = Person("Ann", Address("Rome"), [Address("Oslo")])
print(asdict(p))
print(astuple(p))
print([f.name for f in fields(p)], [f.name for f in fields(Address)])
