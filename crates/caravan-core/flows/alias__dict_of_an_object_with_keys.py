# `dict(object)` calls a method `keys` that no text calls: what it changes is not foreseen, and refused.
#! case attack
#! untrusted u = "yes"
#! child child = "done"
#! budget 0
#! cfi ends refused
asked = []

class Spy:
    def keys(self):
        asked.append("x")
        return ["k"]

    def __getitem__(self, key):
        return "v"

spy = Spy()
if get_variable("u") == "yes":
    dict(spy)
child(str(len(asked)))
