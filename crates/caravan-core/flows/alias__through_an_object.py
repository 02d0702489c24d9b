# The same through an object's attribute.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
class Node:
    def __init__(self):
        self.word = "a"

one = Node()
two = one
if get_variable("u") == "yes":
    two.word = "b"
m = one.word
child(m)
