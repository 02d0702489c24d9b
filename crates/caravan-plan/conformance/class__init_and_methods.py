# A class with a constructor and methods.
class Counter:
    def __init__(self, start=0):
        self.n = start

    def up(self, by=1):
        self.n += by
        return self

    def show(self):
        return f"n={self.n}"

c = Counter(5)
c.up().up(3)
print(c.show(), Counter().show())
