# Attributes and items in format fields.
class P:
    def __init__(self):
        self.x = 1
        self.tags = ["a", "b"]

print("{0.x} {0.tags[1]} {p.x:03}".format(P(), p=P()))
print("{0[k]}".format({"k": [1]}), "{0[0][1]}".format(["xy"]))
