# super().__init__ runs the base's constructor.
class Base:
    def __init__(self, name):
        self.name = name
        self.log = ["base"]

class Sub(Base):
    def __init__(self, name, extra):
        super().__init__(name.upper())
        self.extra = extra
        self.log.append("sub")

s = Sub("x", 5)
print(s.name, s.extra, s.log)
