# A list argument is the caller's list.
def extend(xs):
    xs.append("new")
    xs = ["rebound"]
    return xs

a = []
print(extend(a), a)
