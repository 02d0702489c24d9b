# Below a recursive call it has no bound which of the calls it is.
#! case attack
#! untrusted n = 3 | 1
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position bits>=unbounded
#! noninterference gate child#1 deny because=control
n = get_variable("n")

def down(depth):
    if depth == n:
        child(f"Level {depth}")
    if depth < 5:
        down(depth + 1)

down(0)
