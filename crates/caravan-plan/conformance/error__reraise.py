# A bare raise keeps the exception.
def f(d):
    try:
        return d["k"]
    except KeyError:
        print("not there")
        raise

print(f({"k": 1}))
f({})
