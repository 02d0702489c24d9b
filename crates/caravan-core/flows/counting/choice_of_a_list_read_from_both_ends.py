# The first and the last of a filtered list.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(5) if u[k] == "a"]
if kept:
    child(f"{kept[0]} {kept[-1]}")
