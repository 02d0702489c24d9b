# A `while` with a trusted guard gives a variable values.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
k = 0
while k < 6:
    if u[k] == "a":
        x = f"{k}"
    k += 1
child(x)
