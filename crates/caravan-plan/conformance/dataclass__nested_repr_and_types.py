# repr nests; class variables are not fields; types are not enforced.
from dataclasses import dataclass
from typing import ClassVar, Optional

@dataclass
class Leaf:
    v: Optional[int] = None

@dataclass
class Tree:
    limit: ClassVar[int] = 5
    left: Leaf
    right: Leaf

print(Tree(Leaf(1), Leaf()), Tree.limit)
print(Leaf("text"), Leaf([1]) == Leaf([1]))
