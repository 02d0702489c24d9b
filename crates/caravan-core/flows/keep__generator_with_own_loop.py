# A loop over a generator that goes through the plan's own list: its rounds are trusted as those of a `while` are.
#! case precision
#! untrusted u = "b"
#! child child = "done"
#! cfi gate child#1 allow bits>=1.58 bits<=5
def names():
    for name in ["a", "b", "c"]:
        yield name

for name in names():
    if name == get_variable("u"):
        child(f"Write to {name}")
