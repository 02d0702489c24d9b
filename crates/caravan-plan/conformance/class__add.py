# __add__ for +, with NotImplemented falling through to a TypeError.
class V:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        if isinstance(other, V):
            return V(self.x + other.x, self.y + other.y)
        return NotImplemented

    def __repr__(self):
        return f"V({self.x}, {self.y})"

a = V(1, 2)
a += V(10, 20)
print(a, V(0, 0) + V(1, 1), sum([V(1, 1), V(2, 2)], V(0, 0)))
try:
    V(1, 2) + 3
except TypeError as e:
    print(e)
