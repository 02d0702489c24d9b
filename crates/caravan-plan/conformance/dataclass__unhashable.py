# A plain dataclass with eq is unhashable.
from dataclasses import dataclass

@dataclass
class A:
    x: int

try:
    {A(1)}
except TypeError as e:
    print("unhashable type: 'A'" in str(e))
