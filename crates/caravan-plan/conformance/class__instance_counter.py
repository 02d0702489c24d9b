# A class attribute changed through the class.
class Node:
    count = 0
    all_names = []

    def __init__(self, name):
        Node.count += 1
        self.number = Node.count
        Node.all_names.append(name)

for n in "abc":
    last = Node(n)
print(Node.count, last.number, last.count, Node.all_names)
