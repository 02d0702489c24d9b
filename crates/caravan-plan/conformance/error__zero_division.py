# An uncaught division by zero ends the program after its output.
total, count = 10, 0
print("before")
print(total / count)
print("never")
