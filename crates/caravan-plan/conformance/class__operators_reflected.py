# NotImplemented passes the question on; in-place methods and reflected ones.
class V:
    def __init__(self, n):
        self.n = n

    def __iadd__(self, o):
        self.n += o
        return self

    def __add__(self, o):
        return V(self.n + o) if isinstance(o, int) else NotImplemented

    def __radd__(self, o):
        return V(o + self.n)

    def __lt__(self, o):
        return self.n < o.n

v = V(1)
w = v
v += 5
print(w.n, (v + 1).n, (3 + v).n, v < V(9), V(9) > v, max([V(3), V(8)]).n)
try:
    v + "a"
except TypeError as e:
    print(e)
