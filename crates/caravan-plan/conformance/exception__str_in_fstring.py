# Exceptions in f-strings and str methods.
try:
    {"a": 1}["b"]
except KeyError as e:
    print(f"missing {e}", f"{e!r}", f"{e.args[0]}")
try:
    "x".index("y")
except ValueError as e:
    print(f"error: {e}", str(e).upper())
