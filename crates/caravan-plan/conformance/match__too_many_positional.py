# Too many positional patterns for a class is a TypeError.
from dataclasses import dataclass

@dataclass
class One:
    a: int

try:
    match One(1):
        case One(a, b):
            print("never")
except TypeError as e:
    print(e)
