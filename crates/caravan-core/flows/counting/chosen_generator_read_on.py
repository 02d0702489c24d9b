# A filtered generator is read by a loop, and on after it.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
row = (k for k in range(6) if u[k] == "a")
first = "none"
for k in row:
    first = k
    break
child(f"{first} {next(row, 'none')}")
