# Messages of ordering unsuitable types.
for f in [lambda: 1 < "a", lambda: [] > 5, lambda: None <= 1, lambda: {} >= {}, lambda: "a" < b"a", lambda: (1, "a") < (1, 2)]:
    try:
        f()
    except TypeError as e:
        print(e)
