# An unknown name at module level.
xs = [1, 2]
print(xs)
print(wombat)
print("never")
