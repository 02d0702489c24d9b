# len and truth of an instance.
class Bag:
    def __init__(self, *xs):
        self.xs = xs

    def __len__(self):
        return len(self.xs)

class Flag:
    def __init__(self, on):
        self.on = on

    def __bool__(self):
        return self.on

    def __len__(self):
        return 5

print(len(Bag(1, 2)), bool(Bag()), bool(Bag(0)))
print(bool(Flag(False)), "on" if Flag(True) else "off", not Flag(False))
