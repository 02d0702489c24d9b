# remove of a value that is not there.
xs = ["a", "b"]
xs.remove("a")
print(xs)
xs.remove("a")
