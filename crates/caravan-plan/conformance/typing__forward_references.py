# Annotations may name what is defined later, in quotes.
class Node:
    def __init__(self, v: int, nxt: "Node | None" = None):
        self.v = v
        self.nxt = nxt

def walk(n: "Undefined") -> "NotThere":
    while n:
        yield n.v
        n = n.nxt

print(list(walk(Node(1, Node(2)))))
