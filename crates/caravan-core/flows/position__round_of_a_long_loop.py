# The round in which a trusted text is sent: one of a million.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position bits>=19.9
#! noninterference gate child#1 deny because=control
n = get_variable("n")
for i in range(1000000):
    if i == n:
        child(f"Take number {i}")
