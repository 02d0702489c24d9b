# Between the two writes a round may be cut short.
#! case counted
#! untrusted u = every 5 of "abc"
#! child child = "done"
u = get_variable("u")
x = "none"
y = "none"
for k in range(5):
    if u[k] != "b":
        x = f"x{k}"
        if u[k] == "c":
            continue
        y = f"y{k}"
child(x + y)
