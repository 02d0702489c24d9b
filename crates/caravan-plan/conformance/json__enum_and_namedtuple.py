# Str and int enums and named tuples are JSON values.
import json
from enum import IntEnum, StrEnum
from collections import namedtuple

class L(IntEnum):
    HIGH = 3

class K(StrEnum):
    A = "a"

print(json.dumps({"l": L.HIGH, "k": K.A, K.A: L.HIGH}), json.dumps(namedtuple("P", "x y")(1, 2)))
