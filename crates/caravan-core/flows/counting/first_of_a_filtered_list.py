# The first of a filtered list: one of five, or none.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
free = [k for k in range(5) if u[k] == "a"]
if free:
    child(f"Take {free[0]}")
