# One look-up in a table too large for the budget.
#! case attack
#! untrusted n = 77
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
#! noninterference gate child#1 deny because=control
TABLE = list(range(100000))
child(str(TABLE[get_variable("n")]))
