# __getitem__ takes whatever is in the brackets.
class Grid:
    def __getitem__(self, key):
        return ("got", key)

g = Grid()
print(g[1], g["a"], g[1, 2], g[None])

class Squares:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError("no more")
        return i * i

print(Squares(3)[2], Squares(4)[0])
try:
    Squares(2)[2]
except IndexError as e:
    print(e)
