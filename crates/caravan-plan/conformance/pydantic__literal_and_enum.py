# Literal and enum fields.
from enum import Enum
from typing import Literal
from pydantic import BaseModel, ValidationError

class Color(Enum):
    RED = "red"

class M(BaseModel):
    mode: Literal["fast", "slow"] = "fast"
    color: Color = Color.RED

print(M(), M(mode="slow", color="red").color is Color.RED)
try:
    M(mode="other", color="blue")
except ValidationError as e:
    print([(x["loc"], x["msg"]) for x in e.errors()])
