# Patterns nest.
def f(x):
    match x:
        case {"user": {"name": str(name), "tags": [first, *_]}}:
            return f"{name} tagged {first}"
        case {"user": {"name": name}}:
            return f"{name} untagged"
        case [[a, b], {"k": c}]:
            return a + b + c
        case _:
            return None

print(f({"user": {"name": "ann", "tags": ["x", "y"]}}))
print(f({"user": {"name": "bob", "tags": []}}), f([[1, 2], {"k": 3}]), f([[1], {}]))
