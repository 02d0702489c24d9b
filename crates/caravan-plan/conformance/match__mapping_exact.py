# An empty rest tests for no other keys.
def exact(d):
    match d:
        case {"a": _, **rest} if not rest:
            return True
        case _:
            return False

print(exact({"a": 1}), exact({"a": 1, "b": 2}), exact({}))
