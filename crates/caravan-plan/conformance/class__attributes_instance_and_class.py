# Instance attributes hide class attributes of the same name.
class Dog:
    kind = "canine"

    def __init__(self, name):
        self.name = name

a, b = Dog("a"), Dog("b")
print(a.kind, b.kind)
a.kind = "special"
print(a.kind, b.kind, Dog.kind)
Dog.kind = "changed"
print(a.kind, b.kind)
