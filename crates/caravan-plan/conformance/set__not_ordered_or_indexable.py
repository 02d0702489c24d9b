# Sets have no index and no +.
for f in [lambda: {1}[0], lambda: {1} + {2}, lambda: {1} * 2]:
    try:
        f()
    except TypeError as e:
        print(e)
print({1} - {1} == set(), not {1} - {1})
