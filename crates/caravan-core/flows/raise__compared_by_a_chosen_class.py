# Whether a comparison raises was decided by which class the elements are of.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
class Calm:
    def __lt__(self, other):
        return True

class Wild:
    def __lt__(self, other):
        raise ValueError("no")

row = [Calm() if get_variable("u") == "yes" else Wild() for _ in range(2)]
m = "failed"
try:
    sorted(row)
    m = "fine"
except ValueError:
    pass
child(m)
