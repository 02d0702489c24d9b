# The value given lies in a list that the loop changes under the guard.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
names = ["z"]
x = "none"
for k in range(5):
    if u[k] == "a":
        names[0] = names[0] + str(k)
    if k == 4:
        x = names[0]
child(x)
