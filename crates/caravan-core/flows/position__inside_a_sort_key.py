# So is a sort.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")

def key(i):
    if i == n:
        child(f"Take number {i}")
    return i

sorted(range(100000), key=key)
