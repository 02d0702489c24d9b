# The call stands in a function; the loop around it is the caller's.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
def tell(i):
    child(f"Take number {i}")

n = get_variable("n")
for i in range(1000000):
    if i == n:
        tell(i)
