# next on an exhausted iterator; the message is empty.
it = iter([1])
print(next(it))
print(next(it, "default"))
print(next(it))
