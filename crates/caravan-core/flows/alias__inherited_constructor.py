# A class without methods of its own has its parent's constructor.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

class Base:
    def __init__(self):
        log.append("x")

class Item(Base):
    pass

if get_variable("u") == "yes":
    Item()
child(str(len(log)))
