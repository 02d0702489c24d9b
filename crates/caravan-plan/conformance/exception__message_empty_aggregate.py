# Messages of max and min on nothing.
for f in [lambda: max([]), lambda: min(()), lambda: max("")]:
    try:
        f()
    except ValueError:
        print("ValueError")
print(max([], default="none"), sum([]), min({}, default=0))
