# A loop over a filtered list is left early; what it went through is told after it.
#! case counted
#! untrusted u = every 5 of "abc"
#! child child = "done"
u = get_variable("u")
k = "none"
for k in [k for k in range(5) if u[k] != "a"]:
    if u[k] == "c":
        break
child(f"{k}")
