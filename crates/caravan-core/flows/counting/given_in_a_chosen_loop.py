# A loop over a filtered list gives a variable values, under one more guard.
#! case counted
#! untrusted u = every 5 of "abc"
#! child child = "done"
u = get_variable("u")
x = "none"
for k in [k for k in range(5) if u[k] != "c"]:
    if u[k] == "a":
        x = f"{k}"
child(x)
