# And one whose rounds are cut short.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
x = "none"
count = 0
k = 0
while k < 6:
    k += 1
    if u[k - 1] == "a":
        continue
    count += 1
    x = f"{count}"
child(x)
