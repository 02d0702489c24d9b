# An annotation does not check the value.
n: int = "not an int"
print(n)
pairs: dict[str, list[int]] = {"a": [1]}
pairs["b"] = "anything"
print(pairs)
