# A loop over a list in an untrusted order, with a counter.
#! case counted
#! untrusted u = every 4 of "abc"
#! child child = "done"
u = get_variable("u")
n = 0
for k in sorted(range(4), key=lambda k: u[k]):
    n += 1
    child(f"{k} is number {n}")
