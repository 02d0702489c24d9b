# Parameter and return annotations are not checked.
def f(a: int, b: "str" = 5, *rest: float, key: bool = None) -> list[str]:
    return (a, b, rest, key)

print(f("text"))
print(f(1, 2, 3, key="k"))
