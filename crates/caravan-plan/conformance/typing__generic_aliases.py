# Generic aliases in annotations.
from typing import List, Dict, Tuple, Set, Any, Callable, Iterable

def run(xs: List[int], d: Dict[str, Any], f: Callable[[int], int], t: Tuple[int, ...] = (), s: Set[str] = frozenset()) -> Iterable[int]:
    return [f(x) for x in xs] + list(t)

print(run([1, 2], {}, lambda x: x * 10, (5,)))
names: list[dict[str, list[int]]] = [{"a": [1]}]
print(names)
