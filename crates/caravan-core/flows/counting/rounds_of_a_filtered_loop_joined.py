# What the earlier rounds have written is told too.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
s = ""
for k in [k for k in range(6) if u[k] == "a"]:
    s += str(k)
    child(s)
