# The value given counts the rounds that were not cut short.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
count = 0
for k in range(6):
    if u[k] == "a":
        continue
    count += 1
    x = f"{count} {k}"
child(x)
