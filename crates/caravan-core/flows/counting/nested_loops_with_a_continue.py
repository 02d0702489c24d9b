# The inner loop runs or does not.
#! case counted
#! untrusted u = every 6 of "abc"
#! child child = "done"
u = get_variable("u")
last = "none"
for i in range(2):
    if u[3 * i] == "c":
        continue
    for j in range(3):
        if u[3 * i + j] == "a":
            last = f"{i} and {j}"
child(last)
