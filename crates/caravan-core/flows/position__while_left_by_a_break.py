# Untrusted data ends the loop, so nothing bounds which round it is.
#! case attack
#! untrusted n = 3 | 1
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=unbounded
#! noninterference gate child#1 deny because=control
n = get_variable("n")
i = 0
while True:
    if i == n:
        child(f"Level {i}")
        break
    i += 1
