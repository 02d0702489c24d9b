# Several arguments print as a tuple.
try:
    raise ValueError("code", 5)
except ValueError as e:
    print(e, e.args)
raise RuntimeError("code", 7, None)
