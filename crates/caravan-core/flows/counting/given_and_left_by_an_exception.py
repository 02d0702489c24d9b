# The loop is left by an exception that is caught around it.
#! case counted
#! untrusted u = every 5 of ["a", "b", 1]
#! child child = "done"
u = get_variable("u")
x = "none"
try:
    for k in range(5):
        if u[k] + "" == "a":
            x = f"{k}"
except TypeError:
    x = x + "!"
child(x)
