# A typed dictionary is made as a dictionary is.
from typing import TypedDict


class M(TypedDict):
    a: int
    b: int


rows = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
print([M(r) for r in rows], M([("a", 1)]), M({"a": 1}, b=5), M(**rows[0]), M(a=1, b=2), M())
made = M(rows[0])
made["a"] = 9
print(rows[0], made, type(made))
try:
    M(5)
except TypeError as e:
    print(e)
