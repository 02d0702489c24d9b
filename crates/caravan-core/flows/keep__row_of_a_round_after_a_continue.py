# A list that a round has made before a guard may be changed after it: whichever way control went, it is the round's own.
#! case precision
#! untrusted u = "a" | "b"
#! child child = "done"
#! budget 0
#! all structure names control=trusted bits<=0
#! all ends value
u = get_variable("u")
names = ["Ann", "Bob"]
rows = []
for name in ["a", "b", "c"]:
    row = []
    if name == u:
        continue
    row.append(name)
    if name == "c":
        note = {}
        if u == "b":
            break
        note["x"] = row
    rows.append(row)
