# Messages of setting attributes on builtin values.
for v in [5, "a", [], (1,), None]:
    try:
        v.label = 1
    except AttributeError as e:
        print("has no attribute 'label'" in str(e))
