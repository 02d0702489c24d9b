# A variable that two loops within each other give values: one of the pairs, or none.
#! case precision
#! untrusted u = [34]
#! child child = "done"
#! cfi gate child#1 allow bits<=10
u = get_variable("u")
last = "none"
for i in range(20):
    for j in range(20):
        if i * j in u:
            last = f"{i} and {j}"
child(f"Take {last}")
