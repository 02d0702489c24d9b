# An exception raised by the last case of a match.
def run(cmd):
    match cmd:
        case ["add", int(a), int(b)]:
            return a + b
        case [name, *_]:
            raise NotImplementedError(f"command {name!r}")

print(run(["add", 1, 2]))
run(["mul", 1])
