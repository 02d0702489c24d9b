# A class inside a class is reached through it.
class Outer:
    class Inner:
        def __init__(self, v):
            self.v = v

    def make(self, v):
        return Outer.Inner(v)

print(Outer.Inner(1).v, Outer().make(2).v)
