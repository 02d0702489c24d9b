# Two places of a filtered list, told together.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
free = [k for k in range(5) if u[k] == "a"]
if len(free) > 1:
    child(f"Take {free[0]} and {free[1]}")
