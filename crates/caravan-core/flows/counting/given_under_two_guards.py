# Guards within guards.
#! case counted
#! untrusted u = every 4 of "abc"
#! child child = "done"
u = get_variable("u")
x = "none"
for k in range(4):
    if u[k] == "a":
        x = f"a{k}"
        if k > 0 and u[k - 1] == "b":
            x = f"b{k}"
    elif u[k] == "c":
        x = "reset"
child(x)
