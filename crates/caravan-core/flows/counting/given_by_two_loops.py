# Two loops, one after the other, give a variable values; a third is made of both.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
for k in range(3):
    if u[k] == "a":
        x = f"first {k}"
y = "none"
for k in range(3, 6):
    if u[k] == "a":
        y = f"second {k}"
child(x + y)
