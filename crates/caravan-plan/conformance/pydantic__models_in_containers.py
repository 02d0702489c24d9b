# Models in lists, dicts and f-strings.
from pydantic import BaseModel

class P(BaseModel):
    x: int
    y: int = 0

ps = [P(x=2), P(x=1, y=5)]
print(ps, {"p": ps[0]}, f"{ps[0]} {ps[0]!r}")
print(sorted(ps, key=lambda p: p.x), sum(p.y for p in ps), [p.model_dump() for p in ps])
print(dict(ps[0]), list(ps[1]))
