# Fields are compared in the order of their declaration, wherever they were set.
from dataclasses import dataclass, field


@dataclass(order=True)
class Task:
    sort_index: int = field(init=False, repr=False)
    name: str
    priority: int = 0
    tags: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self):
        self.sort_index = -self.priority


tasks = [Task("write", 1), Task("pay", 5, ["urgent"]), Task("call", 3)]
print(sorted(tasks))
print(min(tasks).name, Task("a", 1) < Task("b", 2), Task("a", 2) == Task("a", 2, ["x"]))
