# A generator method and a generator __iter__.
class Bag:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        for i in self.items:
            yield i

    def pairs(self):
        for i in range(len(self.items) - 1):
            yield self.items[i], self.items[i + 1]

b = Bag("x", "y", "z")
print(list(b), list(b), list(b.pairs()), "y" in b)
