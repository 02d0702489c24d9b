# A field without a default after one with a default is refused.
from dataclasses import dataclass

try:
    @dataclass
    class Bad:
        a: int = 1
        b: int
except TypeError as e:
    print("non-default argument 'b' follows default argument" in str(e))
