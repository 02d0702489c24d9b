# The inner loop goes through a list that the outer one makes longer.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
row = [0]
x = "none"
for i in range(3):
    for j in row:
        if u[i + j] == "a":
            x = f"{i} {j}"
    row.append(i + 1)
child(x)
