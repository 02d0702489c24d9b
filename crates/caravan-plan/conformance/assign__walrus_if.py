# The walrus binds within a condition and keeps the name after it.
data = [1, 2, 3, 4]
if (n := len(data)) > 3:
    print("long", n)
print(n)
print((y := 5) + y)
