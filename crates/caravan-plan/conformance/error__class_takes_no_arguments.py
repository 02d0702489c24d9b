# Arguments to a class without a constructor.
class Empty:
    pass

e = Empty()
e.x = 1
print(e.x)
Empty(1, 2)
