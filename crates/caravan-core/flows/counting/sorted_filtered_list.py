# The first two of a filtered list in an untrusted order.
#! case counted
#! untrusted u = every 5 of "abc"
#! child child = "done"
u = get_variable("u")
row = sorted([k for k in range(5) if u[k] != "a"], key=lambda k: u[k])
if len(row) > 1:
    child(f"{row[0]} {row[1]}")
