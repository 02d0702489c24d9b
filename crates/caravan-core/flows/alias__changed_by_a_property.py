# Reading a property under a guard changes the object.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
class Spy:
    def __init__(self):
        self.seen = []

    @property
    def word(self):
        self.seen.append("x")
        return "a"

spy = Spy()
if get_variable("u") == "yes":
    spy.word
child(str(len(spy.seen)))
