# __hash__ with __eq__ makes instances usable as keys.
class Tag:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Tag) and self.name == other.name

    def __hash__(self):
        return len(self.name)

d = {Tag("a"): 1}
d[Tag("a")] = 2
d[Tag("b")] = 3
print(len(d), d[Tag("a")], Tag("z") in d, len({Tag("x"), Tag("x"), Tag("y")}))
