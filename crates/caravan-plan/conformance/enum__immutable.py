# Members cannot be reassigned.
from enum import Enum

class A(Enum):
    X = 1

try:
    A.X = 2
except AttributeError:
    print("refused")
print(A.X.value)
try:
    A.MISSING
except AttributeError:
    print("no such member")
