# A round of a loop over a filtered list: which of the hundred it is, costs log2(1 + 100).
# Coarser than DESIGN section 3 allows: see docs/labels.md.
#! case level
#! untrusted u = "7 9"
#! child child = "done"
#! cfi gate child#1 deny because=budget
wanted = get_variable("u").split()
for k in [k for k in range(100) if str(k) in wanted]:
    child(f"Remind number {k}")
