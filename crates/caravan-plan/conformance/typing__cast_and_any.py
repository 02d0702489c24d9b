# cast returns its value; Any accepts all.
from typing import cast, Any
x: Any = "5"
y = cast(int, x)
print(y, y == "5", cast(list[str], None), cast("Later", 1))
