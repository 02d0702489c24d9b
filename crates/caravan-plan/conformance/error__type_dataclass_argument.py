# A dataclass without a field.
from dataclasses import dataclass

@dataclass
class Meeting:
    title: str
    minutes: int

print(Meeting("sync", 30))
Meeting("sync")
