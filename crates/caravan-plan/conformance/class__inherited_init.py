# A subclass without a constructor uses the base's.
class Base:
    def __init__(self, x):
        self.x = x

class Sub(Base):
    def double(self):
        return self.x * 2

print(Sub(4).double())
try:
    Sub()
except TypeError as e:
    print(e)
