# A frozen dataclass cannot be changed and can be a key.
from dataclasses import dataclass, FrozenInstanceError

@dataclass(frozen=True)
class Key:
    a: int
    b: str

k = Key(1, "x")
print(k, {k: "v"}[Key(1, "x")], len({k, Key(1, "x"), Key(2, "x")}))
try:
    k.a = 5
except FrozenInstanceError as e:
    print(e)
print(isinstance(FrozenInstanceError("x"), AttributeError))
