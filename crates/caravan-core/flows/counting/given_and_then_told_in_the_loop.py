# A variable that the loop gives values is told before the loop has ended.
#! case counted
#! untrusted u = every 4 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
y = "none"
for k in range(4):
    if u[k] == "a":
        x = f"x{k}"
    else:
        y = f"y{k}"
    if k == 3:
        child(x + y)
