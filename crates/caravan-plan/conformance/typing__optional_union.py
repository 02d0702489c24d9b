# Optional and Union have no effect on values.
from typing import Optional, Union

def find(xs: list[str], prefix: str) -> Optional[str]:
    for x in xs:
        if x.startswith(prefix):
            return x
    return None

v: Union[int, str] = 5
w: int | None = None
print(find(["ab", "cd"], "c"), find([], "x"), v, w)
