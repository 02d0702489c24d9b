# What is written after a `continue` is told in the same loop.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
s = ""
for i in range(6):
    if u[i] == "a":
        continue
    s += str(i)
    child(s)
