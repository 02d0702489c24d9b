# ** in displays and calls.
base = {"sep": "-"}
print(1, 2, **base)
print(1, 2, **{**base, "sep": "+"}, end=".\n")
print({**{"a": 1}, "b": 2, **dict(c=3)})
