# A `break` out of a list that the loop itself makes longer.
#! case counted
#! untrusted u = every 1 of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
#! child child = "done"
u = get_variable("u")[0]
row = [0]
for k in row:
    if len(row) < 20:
        row.append(len(row))
    if k == u:
        break
child(f"Take {k}")
