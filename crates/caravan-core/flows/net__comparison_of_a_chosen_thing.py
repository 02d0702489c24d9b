# Whether a sort compares by a method of the plan is decided by which thing untrusted data has chosen.
#! case attack
#! untrusted u = 1 | 0
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
log = []

class Word:
    def __lt__(self, other):
        log.append("x")
        return True

sorted([1, [1, Word()][get_variable("u")]])
child(str(len(log)))
