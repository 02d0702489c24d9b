# break and continue inside a case act on the loop.
out = []
for cmd in ["add 1", "skip", "add 2", "stop", "add 3"]:
    match cmd.split():
        case ["add", n]:
            out.append(int(n))
        case ["stop"]:
            break
        case _:
            continue
print(out)
