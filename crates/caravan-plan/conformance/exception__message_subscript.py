# Messages of subscripting what cannot be.
for f in [lambda: 5[0], lambda: None["a"], lambda: {1, 2}[0], lambda: (lambda: 0)[1], lambda: 1.5[0]]:
    try:
        f()
    except TypeError as e:
        print(e)
