# An IntEnum member is an int.
from enum import IntEnum

class Priority(IntEnum):
    LOW = 1
    HIGH = 10

print(Priority.LOW, repr(Priority.HIGH), Priority.LOW + 1, Priority.HIGH > Priority.LOW, Priority.LOW == 1)
print(sorted([Priority.HIGH, Priority.LOW]), max(Priority).name, f"{Priority.HIGH}", Priority(10) is Priority.HIGH)
print([10, 20][Priority.LOW], sum(Priority))
