# The same with `raise`, and a handler that uses the exception's text.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
u = get_variable("n")
try:
    for w in range(1000000):
        if w == u:
            raise ValueError(f"number {w}")
except ValueError as error:
    child(str(error))
