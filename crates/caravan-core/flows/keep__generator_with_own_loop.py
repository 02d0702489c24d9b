# A generator that goes through the plan's own list.
# Coarser than DESIGN section 3 allows: see docs/labels.md.
#! case level
#! untrusted u = "b"
#! child child = "done"
#! cfi gate child#1 deny because=budget
def names():
    for name in ["a", "b", "c"]:
        yield name

for name in names():
    if name == get_variable("u"):
        child(f"Write to {name}")
