# Without order=True dataclasses do not compare.
from dataclasses import dataclass

@dataclass
class A:
    x: int

try:
    A(1) < A(2)
except TypeError as e:
    print(e)
print(sorted([A(2), A(1)], key=lambda a: a.x))
