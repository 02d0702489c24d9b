# What a class annotates and gives a value is an attribute of the class, whatever kind of class it is.
from enum import Enum
from dataclasses import dataclass
from typing import ClassVar, Optional


class Config:
    retries: int = 3
    name: Optional[str] = None
    missing: int
    limit: ClassVar[int] = 9


print(Config().retries, Config.retries, Config().name, Config.limit)
print(hasattr(Config(), "retries"), hasattr(Config(), "missing"), hasattr(Config, "missing"))
c = Config()
c.retries += 1
print(c.retries, Config.retries)
Config.retries = 7
print(c.retries, Config.retries, Config().retries)


class Account:
    count: int = 0
    seen: list[str] = []

    def __init__(self, name: str):
        Account.count += 1
        self.name = name
        self.seen.append(name)


Account("a")
Account("b")
print(Account.count, Account.seen, Account("c").count)


class Special(Config):
    name: str = "special"


print(Special().retries, Special.name, Special().name, Special.retries)


class Failed(Exception):
    code: int = 5

    def __str__(self):
        return f"failed with {self.code}"


class Lost(Failed):
    code: int = 6


for kind in (Failed, Lost):
    try:
        raise kind("x")
    except Failed as e:
        print(e, e.code, kind.code)


class Color(Enum):
    RED: int = 1
    BLUE: int = 2


print(Color.RED, Color.RED.value, list(Color), Color(2))


class Base:
    tag: str = "base"

    def show(self):
        return self.tag


@dataclass
class Row(Base):
    x: int
    tag: str = "row"


@dataclass
class Bare(Base):
    y: int = 1


print(Row(1), Row(1).show(), Row.tag, Bare(), Bare().show(), Bare.tag)


class WithCall:
    key: object = lambda self: "called"


print(WithCall().key())
