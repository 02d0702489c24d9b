# Other builtin exception classes by name.
for cls in (TimeoutError, ConnectionError, FileNotFoundError):
    try:
        raise cls("x")
    except OSError as e:
        print(repr(e))
raise PermissionError("agent may not read this")
