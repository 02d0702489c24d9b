# Dataclasses match positionally, in field order.
from dataclasses import dataclass

@dataclass
class Circle:
    r: float

@dataclass
class Rect:
    w: float
    h: float = 1

def area(s):
    match s:
        case Circle(r):
            return 3 * r * r
        case Rect(w, h=h) if w == h:
            return f"square {w}"
        case Rect(w, h):
            return w * h

print(area(Circle(2)), area(Rect(3, 4)), area(Rect(2, 2)), area("x"))
