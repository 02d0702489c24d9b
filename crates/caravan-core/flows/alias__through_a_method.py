# A method changes its object; the arm that calls it may not run.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
class Counter:
    def __init__(self):
        self.items = []

    def add(self):
        self.items.append("x")

counter = Counter()
if get_variable("u") == "yes":
    counter.add()
m = len(counter.items)
child(str(m))
