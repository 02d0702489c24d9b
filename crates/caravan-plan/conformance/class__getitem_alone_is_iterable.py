# A class with `__getitem__` alone is iterable: from 0 to the first IndexError.
class Bag:
    def __init__(self, items):
        self.items = list(items)

    def __getitem__(self, index):
        return self.items[index]

    def __len__(self):
        return len(self.items)


bag = Bag([1, 2, 3])
for item in bag:
    print(item)
print(list(bag), tuple(bag), 2 in bag, 9 in bag, sum(bag), max(bag), sorted(bag, reverse=True))
first, *rest = bag
print(first, rest, list(reversed(bag)), list(zip(bag, "abc")), list(map(str, bag)), [*bag])
iterator = iter(bag)
print(next(iterator), next(iterator), [item * 2 for item in bag if item > 1])
print(any(item == 3 for item in bag), set(bag) == {1, 2, 3}, ",".join(str(item) for item in bag))
