# print uses __str__, containers use __repr__.
class P:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"P({self.x!r})"

    def __str__(self):
        return f"point {self.x}"

p = P("a")
print(p, repr(p), [p], {"k": p}, (p,))
print(f"{p} {p!r} {p!s}", str(p), "%s %r" % (p, p))
