# Messages of sum on strings and mixed values.
try:
    sum(["a", "b"], "")
except TypeError as e:
    print(e)
try:
    sum(["a", "b"])
except TypeError as e:
    print(e)
try:
    sum([1, None])
except TypeError as e:
    print(e)
