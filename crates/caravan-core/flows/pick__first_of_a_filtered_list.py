# One element of a filtered list of a thousand: log2(1 + 1000), not a thousand bits.
# Coarser than DESIGN section 3 allows: see docs/labels.md.
#! case level
#! untrusted n = 700
#! child child = "done"
#! cfi gate child#1 deny because=budget
n = get_variable("n")
free = [slot for slot in range(1000) if slot >= n]
child(f"Book slot {free[0]}")
