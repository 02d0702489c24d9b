# Class patterns of builtin types take one positional pattern.
def f(x):
    match x:
        case bool(b):
            return f"bool {b}"
        case int(n):
            return f"int {n}"
        case float(n):
            return f"float {n}"
        case str(s):
            return f"str {s}"
        case list(v) | tuple(v):
            return f"seq {len(v)}"
        case dict(d):
            return f"dict {sorted(d)}"
        case None:
            return "none"

print([f(v) for v in [True, 3, 1.5, "s", [1], (1, 2), {"b": 1, "a": 2}, None, {1}]])
