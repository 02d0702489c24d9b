# An abstract method by abc.
from abc import ABC, abstractmethod

class Shape(ABC):
    @abstractmethod
    def area(self):
        ...

    def show(self):
        return f"area {self.area()}"

class Square(Shape):
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s ** 2

print(Square(3).show())
try:
    Shape()
except TypeError:
    print("cannot instantiate")
