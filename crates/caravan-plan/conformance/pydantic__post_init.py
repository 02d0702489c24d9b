# model_post_init, factories that are functions, and an __init__ of the model's own.
from pydantic import BaseModel, Field

class P(BaseModel):
    n: int
    xs: list[int] = Field(default_factory=lambda: [7])

    def model_post_init(self, context):
        self.n += 1

print(P(n=1), list(map(lambda k: P(n=k), [1, 2])))

class Q(P):
    m: str = "m"

    def __init__(self, **data):
        super().__init__(**data)
        self.m = self.m.upper()

print(Q(n=5), Q(n=5, m="zz").m)
