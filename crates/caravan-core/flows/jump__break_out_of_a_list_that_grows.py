# And a `break` out of it tells more than the first length did.
#! case attack
#! untrusted u = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")
row = [0]
for k in row:
    if len(row) < 20:
        row.append(len(row))
    if k == u:
        break
child(f"Take {k}")
