# A filtered list is gone through again and again.
#! case counted
#! untrusted u = every 4 of "ab"
#! child child = "done"
u = get_variable("u")
row = [k for k in range(4) if u[k] == "a"]
for i in row:
    for j in row:
        child(f"{i} {j}")
