# Taking options out of a dict of keywords.
def connect(**options):
    host = options.pop("host", "localhost")
    port = options.pop("port", 80)
    if options:
        raise TypeError(f"unknown options: {sorted(options)}")
    return f"{host}:{port}"

print(connect(), connect(port=81))
try:
    connect(host="h", zz=1, aa=2)
except TypeError as e:
    print(e)
