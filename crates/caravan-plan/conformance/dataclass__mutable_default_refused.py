# A list as a default is refused when the class is made.
from dataclasses import dataclass

try:
    @dataclass
    class Bad:
        xs: list = []
except ValueError as e:
    print(e)
