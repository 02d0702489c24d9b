# `any` stops at the first that is true: whether the plan's own `__bool__` runs is decided by what comes before it.
#! case attack
#! untrusted u = 0 | 1
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @2 gate child#1 allow bits<=0
#! noninterference @1 ends refused
log = []

class Last:
    def __bool__(self):
        log.append("x")
        return True

any([get_variable("u"), Last()])
child(str(len(log)))
