# An augmented assignment to an attribute.
class Box:
    def __init__(self):
        self.count = 0
        self.items = []

box = Box()
box.count += 3
box.count *= 2
box.items += ["a"]
print(box.count, box.items)
