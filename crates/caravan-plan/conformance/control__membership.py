# in and not in over each kind of container.
print(2 in [1, 2], 3 not in (1, 2), "k" in {"k": 0}, 0 in {"k": 0})
print("ell" in "hello", "" in "hello", "x" in "hello")
print(3 in range(0, 10, 3), 4 in range(0, 10, 3))
print(1 in {1, 2}, b"a" in b"cat")
