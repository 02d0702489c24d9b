# Loops of zero or one round each.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
s = ""
for k in range(6):
    for x in range(int(u[k] == "a")):
        s += str(k)
child(s)
