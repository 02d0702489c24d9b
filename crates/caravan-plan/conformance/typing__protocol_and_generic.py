# Protocol and Generic classes work as plain classes.
from typing import Generic, Protocol, TypeVar
T = TypeVar("T")

class Named(Protocol):
    name: str

class Box(Generic[T]):
    def __init__(self, v: T):
        self.v = v

class Cat:
    name = "cat"

def show(x: Named) -> str:
    return x.name

print(show(Cat()), Box(5).v, Box[str]("x").v)
