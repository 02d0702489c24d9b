# A filtered list that grows under another name.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(2) if u[k] == "a"]
other = kept
for k in range(2, 5):
    if u[k] == "a":
        other.append(k)
    else:
        other.insert(0, k)
child(f"{kept[0]}")
