# Messages of index errors.
for f in [lambda: [1, 2][2], lambda: (1,)[-2], lambda: "ab"[5], lambda: [].pop(), lambda: [1].pop(3), lambda: range(3)[7], lambda: b"a"[1]]:
    try:
        f()
    except IndexError as e:
        print(e)
