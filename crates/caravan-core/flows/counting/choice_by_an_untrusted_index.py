# An element of a filtered list by an untrusted index, and another.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(4) if u[k] == "a"] + []
row = [k for k in range(4) if k != 9 and u[k] == "a"]
at = 1 if u[4] == "a" else 0
to = 1 if u[5] == "a" else 0
if len(row) > 1:
    child(f"{row[at]} {row[to]}")
