# The last of a hundred that passes a test.
# Coarser than DESIGN section 3 allows: see docs/labels.md.
#! case level
#! untrusted u = [3, 41] | [99]
#! child child = "done"
#! cfi label last data=trusted control=untrusted bits>=1
#! cfi @1 gate child#1 deny because=budget
allowed = get_variable("u")
last = "none"
for k in range(100):
    if k in allowed:
        last = f"number {k}"
child(f"Take {last}")
