# A chained comparison stops early: its last operand may not be evaluated.
#! case attack
#! untrusted n = 3 | 30
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []

def limit():
    log.append("x")
    return 10

5 < get_variable("n") < limit()
child(str(len(log)))
