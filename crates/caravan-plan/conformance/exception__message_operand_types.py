# Messages of operators on unsuitable types.
for f in [lambda: 1 + "a", lambda: "a" * "b", lambda: [] - [], lambda: {} + {}, lambda: None + 1, lambda: 5 // "2",
          lambda: 3 ** "x", lambda: 1.5 & 2, lambda: [1] / 2, lambda: {1} + {2}]:
    try:
        f()
    except TypeError as e:
        print(e)
