# A call under a guard that changes one list leaves the others as they were, those made before and those made after.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all label before data=trusted control=trusted bits<=0
#! all label after data=trusted control=trusted bits<=0
#! cfi label log control=untrusted
#! all gate child#1 allow bits<=0
def note(items, word):
    items.append(word)

log = []
before = ["Ann"]
if get_variable("u") == "yes":
    note(log, "x")
after = ["Bob"]
child(f"Write to {before[0]} and {after[0]}")
