# An exception inside a property and a method.
class Cart:
    def __init__(self, items):
        self.items = items

    @property
    def average(self):
        return sum(self.items) / len(self.items)

print(Cart([1, 2]).average)
print(Cart([]).average)
