# The usual way around a mutable default.
def add(item, bag=None):
    if bag is None:
        bag = []
    bag.append(item)
    return bag

print(add(1), add(2))
