# Messages of str.join on non-strings.
for xs in [[1, 2], ["a", None], ["a", "b", 3.0]]:
    try:
        ",".join(xs)
    except TypeError as e:
        print(e)
try:
    ",".join(5)
except TypeError as e:
    print(e)
