# A variable that two loops within each other give written values.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
last = "none"
for i in range(3):
    for j in range(2):
        if u[2 * i + j] == "a":
            last = f"{i} and {j}"
child(last)
