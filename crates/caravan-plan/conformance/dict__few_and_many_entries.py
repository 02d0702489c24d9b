# Dictionaries and sets that grow from few entries to many, shrink, and are looked through on the way.
for size in (0, 1, 7, 8, 9, 10, 33, 100):
    squares = {}
    for i in range(size):
        squares[f"k{i}"] = i * i
    print(size, len(squares), "k0" in squares, f"k{size - 1}" in squares, f"k{size}" in squares)
    print([squares.get(f"k{i}") for i in (0, size // 2, size - 1, size)])
    for i in range(0, size, 3):
        del squares[f"k{i}"]
    print(len(squares), list(squares)[:3], squares.get("k1"), squares.get("k3"))
    for i in range(0, size, 3):
        squares[f"k{i}"] = -i
    print(list(squares.items())[-2:], squares.pop("k1", None), len(squares))
    while squares:
        squares.popitem()
    squares["again"] = 1
    print(squares, "again" in squares, "k2" in squares)

numbers = set()
for i in range(20):
    numbers.add(i % 12)
    if i % 5 == 4:
        numbers.discard(i - 4)
print(sorted(numbers), 3 in numbers, 11 in numbers, 99 not in numbers)
mixed = {1: "int", 1.5: "float", "1": "str", (1, 2): "tuple", None: "none", True: "bool"}
print(mixed, 1 in mixed, (1, 2) in mixed, (2, 1) in mixed, None in mixed)
