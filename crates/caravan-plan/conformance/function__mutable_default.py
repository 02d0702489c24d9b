# A default is evaluated once, when the function is defined.
def add(item, bag=[]):
    bag.append(item)
    return bag

print(add(1))
print(add(2))
print(add(3, []))
print(add(4))
