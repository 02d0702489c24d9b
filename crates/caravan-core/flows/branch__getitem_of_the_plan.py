# Reading an object that has `__getitem__` alone runs this method under the branch.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

class Bag:
    def __getitem__(self, index):
        log.append(index)
        if index > 1:
            raise IndexError
        return index

bag = Bag()
if get_variable("u") == "yes":
    for item in bag:
        pass
child(str(len(log)))
