# Enum members in dicts, dataclasses and f-strings.
from dataclasses import dataclass
from enum import Enum

class S(Enum):
    A = "a"
    B = "b"

@dataclass
class Job:
    state: S
    n: int = 0

jobs = [Job(S.A, 1), Job(S.B, 2), Job(S.A, 3)]
groups = {s: [j.n for j in jobs if j.state is s] for s in S}
print(groups)
print(jobs[0], {s.name: s.value for s in S})
