# An exception leaves the try body at once.
try:
    print("before")
    x = 1 / 0
    print("never")
except ZeroDivisionError as e:
    print("caught", e)
print("after")
