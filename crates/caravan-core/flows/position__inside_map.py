# `map` is a loop.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")
list(map(lambda i: child(f"Take number {i}") if i == n else None, range(100000)))
