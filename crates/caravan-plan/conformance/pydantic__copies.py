# A default that is a model is not shared; model_copy(deep=True) copies what is inside
from pydantic import BaseModel


class Inner(BaseModel):
    tags: list[str] = []


class Outer(BaseModel):
    a: int
    inner: Inner = Inner()


one, two = Outer(a=1), Outer(a=2)
one.inner.tags.append("x")
print(two, one.inner is two.inner)
near, far = one.model_copy(), one.model_copy(deep=True, update={"a": 5})
one.inner.tags.append("y")
print(near, far)
