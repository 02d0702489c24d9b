# An annotated assignment binds like a plain one; an annotation alone binds nothing.
x: int = 5
name: str = "a"
ys: list[int] = [1, 2]
z: float
print(x, name, ys)
try:
    print(z)
except NameError as e:
    print(e)
z = 1.5
print(z)
