# A filtered list to which the plan appends: what lies at a place is one of more things.
#! case counted
#! untrusted u = every 4 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in ["a"] if u[0] == "a"]
for k in range(12):
    kept.append(f"{k}")
count = 0
for k in range(1, 4):
    if u[k] == "a":
        count += 1
child(f"Take {kept[count]}")
