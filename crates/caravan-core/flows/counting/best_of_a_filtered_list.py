# The greatest of a filtered list, and the first.
#! case counted
#! untrusted u = every 5 of "abc"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(5) if u[k] != "a"]
best = max(kept, key=lambda k: u[k], default="none")
child(f"{best}")
