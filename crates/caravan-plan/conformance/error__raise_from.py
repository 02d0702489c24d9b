# Of a chain the last exception is on the last line.
def load(s):
    try:
        return int(s)
    except ValueError as e:
        raise RuntimeError(f"cannot load {s!r}") from e

print(load("5"))
load("five")
