# Sorting numbers with None.
xs = [3, None, 1]
print(sorted(x for x in xs if x is not None))
print(sorted(xs))
print("never")
