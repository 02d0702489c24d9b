# A round tells of the row itself too.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
row = [k for k in range(5) if u[k] == "a"]
for k in row:
    child(f"{k} {len(row)}")
