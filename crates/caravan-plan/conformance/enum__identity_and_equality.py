# Members are equal only to themselves, not to their values.
from enum import Enum

class A(Enum):
    X = 1
    Y = 2

class B(Enum):
    X = 1

print(A.X == A.X, A.X == A.Y, A.X == B.X, A.X == 1, A.X is A(1), A.X != A.Y)
print(isinstance(A.X, A), A.X in A, A.Y in [A.X])
try:
    A.X < A.Y
except TypeError as e:
    print(e)
