# Reading an iterator with a `__next__` of the plan's own runs this method under the branch.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

class Once:
    def __init__(self):
        self.left = 1

    def __iter__(self):
        return self

    def __next__(self):
        log.append("next")
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return "x"

once = Once()
if get_variable("u") == "yes":
    list(once)
child(str(len(log)))
