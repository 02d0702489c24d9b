# Two names for one iterator share its position.
it = iter([1, 2, 3, 4])
for x in it:
    print(x, next(it))
it = iter(range(6))
print(list(zip(it, it)))
it = iter("abc")
print("a" in it, list(it))
