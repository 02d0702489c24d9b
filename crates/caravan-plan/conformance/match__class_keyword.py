# Class patterns with keywords look at attributes.
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

def where(p):
    match p:
        case Point(x=0, y=0):
            return "origin"
        case Point(x=0, y=y):
            return f"y axis at {y}"
        case Point(x=x, y=y) if x == y:
            return "diagonal"
        case Point():
            return "somewhere"
        case _:
            return "no point"

print([where(p) for p in [Point(0, 0), Point(0, 3), Point(2, 2), Point(1, 2), (0, 0)]])
