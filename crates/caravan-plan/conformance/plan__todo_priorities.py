# A to-do list sorted by priority and date.
from enum import IntEnum
from dataclasses import dataclass
from datetime import date

class Priority(IntEnum):
    LOW = 1
    MEDIUM = 2
    HIGH = 3

@dataclass
class Task:
    title: str
    priority: Priority
    due: date | None = None

tasks = [Task("file taxes", Priority.HIGH, date(2024, 5, 31)), Task("water plants", Priority.LOW), Task("fix bug", Priority.HIGH, date(2024, 5, 16)), Task("plan trip", Priority.MEDIUM)]
for t in sorted(tasks, key=lambda t: (-t.priority, t.due or date.max)):
    print(f"[{t.priority.name}] {t.title}" + (f" by {t.due:%d %b}" if t.due else ""))
