# The same by `raise`, with a handler that tells what was found.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
n = get_variable("n")
m = "none"
try:
    for w in range(1000000):
        if w == n:
            raise ValueError(str(w))
except ValueError as e:
    m = str(e)
child(m)
