# Messages of sorting mixed values.
for xs in [[1, "a"], ["b", None, "a"], [{"a": 1}, {"b": 2}]]:
    try:
        sorted(xs)
    except TypeError as e:
        print(e)
