# A property is computed on access and cannot be set.
class Circle:
    def __init__(self, r):
        self.r = r

    @property
    def area(self):
        return 3 * self.r ** 2

c = Circle(2)
print(c.area)
c.r = 3
print(c.area)
try:
    c.area = 5
except AttributeError:
    print("read-only")
