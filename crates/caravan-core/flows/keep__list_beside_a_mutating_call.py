# A call under a guard that changes one list leaves the others as they were, those made before and those made after.
# The list made before is taken along: coarser than DESIGN section 3 allows, see docs/labels.md.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi label before data=trusted control=untrusted bits<=1
#! all label after data=trusted control=trusted bits<=0
#! cfi label log control=untrusted
#! cfi gate child#1 allow bits<=1
def note(items, word):
    items.append(word)

log = []
before = ["Ann"]
if get_variable("u") == "yes":
    note(log, "x")
after = ["Bob"]
child(f"Write to {before[0]} and {after[0]}")
