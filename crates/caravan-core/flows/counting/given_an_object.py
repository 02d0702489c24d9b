# What is given is an object that the loop changes under its guards.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
rows = [[0], [1], [2], [3], [4]]
x = rows[0]
for row in rows:
    if u[row[0]] == "a":
        x = row
        row.append(len(rows))
        rows[0].append(9)
child(f"{len(x)} {len(rows[0])} {x[0]}")
