# With `from __future__ import annotations` a class may name itself and later ones.
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Task:
    title: str
    subtasks: list[Task] = field(default_factory=list)
    owner: Person | None = None

    def walk(self) -> list[str]:
        return [self.title] + [title for task in self.subtasks for title in task.walk()]


@dataclass
class Person:
    name: str


def first(tasks: list[Task]) -> Task | None:
    return tasks[0] if tasks else None


task = Task("a", [Task("b"), Task("c", [Task("d")])], Person("Ann"))
print(task.walk(), task.owner, first([]), first([task]).title)
