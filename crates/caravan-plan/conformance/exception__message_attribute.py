# Messages of missing attributes on builtin values.
for f in [lambda: (5).qux, lambda: "a".qux, lambda: [].qux, lambda: None.qux, lambda: {}.qux, lambda: (1.5).qux, lambda: {1}.qux, lambda: (1,).qux, lambda: True.qux, lambda: b"".qux]:
    try:
        f()
    except AttributeError as e:
        print(e)
