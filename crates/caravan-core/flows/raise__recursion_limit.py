# How deep a recursion went, told by the handler of its limit.
#! case attack
#! untrusted n = 5 | 100000
#! child child = "done"
#! budget 0
#! cfi ends refused
def down(n):
    return 0 if n == 0 else down(n - 1)

m = "fine"
try:
    down(get_variable("n"))
except RecursionError:
    m = "deep"
child(m)
