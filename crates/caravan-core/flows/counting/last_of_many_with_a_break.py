# The last that fits, left early.
#! case counted
#! untrusted u = every 6 of "abc"
#! child child = "done"
u = get_variable("u")
last = "none"
for k in range(6):
    if u[k] == "a":
        last = f"number {k}"
    if u[k] == "c":
        break
child(last)
