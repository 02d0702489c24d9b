# copy.copy shares what is inside, copy.deepcopy does not; what is shared inside stays shared
import copy
from collections import Counter, OrderedDict, defaultdict, deque
from copy import deepcopy as deep
from dataclasses import dataclass, field
from enum import Enum


class Colour(Enum):
    RED = 1


@dataclass
class Box:
    items: list = field(default_factory=list)
    colour: Colour = Colour.RED


class Plain:
    def __init__(self):
        self.rows = [1]


rows = [1, [2, 3], {"a": [4]}]
near, far = copy.copy(rows), copy.deepcopy(rows)
rows[1].append(9)
rows[2]["a"].append(9)
rows.append(0)
print(near, far)
box = Box([1])
a, b = copy.copy(box), deep(box)
box.items.append(2)
print(a, b, a == box, b.colour is Colour.RED)
plain = Plain()
other = deep(plain)
plain.rows.append(2)
print(other.rows, type(other).__name__)
inner = [1]
pair = deep([inner, inner])
print(pair[0] is pair[1], pair[0] is inner)
inner.append(inner)
circle = deep(inner)
print(circle[1] is circle, circle)
text, numbers = ("a", 1), ([1], 2)
print(deep(text) is text, deep(numbers) is numbers, deep(numbers))
for one in [Counter("aab"), OrderedDict(a=[1]), deque([1, [2]], 5), {1, 2}, frozenset([1]), "x", 5, None]:
    print(deep(one) == one, type(deep(one)).__name__, copy.copy(one) == one)
d = deep(defaultdict(list, {"a": [1]}))
d["b"].append(2)
print(dict(d))
for wrong in [(x for x in []), {}.keys()]:
    try:
        copy.deepcopy(wrong)
    except TypeError as e:
        print(e)
