# What the rounds of a loop over a filtered list leave in an object is told under another name.
#! case attack
#! untrusted u = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position
u = get_variable("u")
seen = []
box = {"seen": seen}
for k in [k for k in range(20) if k in u]:
    box["seen"].append(k)
    child(f"{len(seen)} {k}")
