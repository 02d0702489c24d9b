# One look-up in a table too large for the budget.
#! case attack
#! untrusted n = 77
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
TABLE = range(1000000)
child(str(TABLE[get_variable("n")]))
