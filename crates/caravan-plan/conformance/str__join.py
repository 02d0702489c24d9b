# join over any iterable of strings.
print(",".join(["a", "b"]), "-".join("abc"), "".join([]))
print(" ".join(("x",)))
print(", ".join(str(n) for n in range(4)), "\n".join(["l1", "l2"]))
print("+".join({"k": 1, "l": 2}), ".".join(map(str, [1, 2])))
