# Messages of key errors from dict methods.
d = {"a": 1}
for f in [lambda: d["b"], lambda: d.pop("c"), lambda: {}.popitem(), lambda: {1}.remove(2), lambda: set().pop()]:
    try:
        f()
    except KeyError as e:
        print(e)
