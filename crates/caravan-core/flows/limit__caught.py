# A limit is no exception of the plan: no handler learns whether it was reached.
#! case attack
#! untrusted n = 100000000000 | 1
#! child child = "done"
#! budget 0
#! cfi @1 error untrusted
#! cfi @1 calls child 0
m = "fine"
try:
    "a" * get_variable("n")
except Exception:
    m = "too much"
child(m)
