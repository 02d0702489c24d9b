# A model validator runs on the whole model.
from pydantic import BaseModel, model_validator

class Span(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def ordered(self):
        if self.low > self.high:
            self.low, self.high = self.high, self.low
        return self

print(Span(low=1, high=2), Span(low=5, high=3))

class Pair(BaseModel):
    spans: list[Span]

print(Pair(spans=[{"low": 9, "high": 4}]))
