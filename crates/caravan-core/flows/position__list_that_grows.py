# A list that the loop itself makes longer: there are more rounds than there were elements.
#! case attack
#! untrusted u = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position
u = get_variable("u")
row = [0]
for k in row:
    if len(row) < 20:
        row.append(len(row))
    if k == u:
        child(f"Take {k}")
