# Annotated, union syntax and isinstance.
from typing import Annotated, Optional
Age = Annotated[int, "years"]

def f(a: Age = 3, b: int | str | None = None, c: Optional[list[int]] = None) -> tuple[int, str]:
    return a, b, c

print(f(), f("x", 2, c=[1]), isinstance(3, int | str), isinstance(None, int | None))
