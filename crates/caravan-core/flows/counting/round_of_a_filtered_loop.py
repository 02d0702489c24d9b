# A round of a loop over a filtered list tells which of the candidates it is.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
for k in [k for k in range(5) if u[k] == "a"]:
    child(f"Take {k}")
