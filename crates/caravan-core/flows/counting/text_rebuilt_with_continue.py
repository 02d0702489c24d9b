# A text rebuilt letter by letter, with `continue`.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
s = ""
for k in range(5):
    if u[k] == "a":
        s += "a"
        continue
    s += "b"
child(s)
