# What the rounds of a loop over a filtered list leave in a list.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
seen = []
for k in [k for k in range(5) if u[k] == "a"]:
    seen.append(k)
    child(f"{seen[0]} {k}")
