# Two variables that are given values together cost one decision.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
y = "none"
for k in range(6):
    if u[k] == "a":
        x = f"x{k}"
        y = f"y{k}"
child(x + y)
