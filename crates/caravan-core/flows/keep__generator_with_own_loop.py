# A generator that goes through the plan's own list.
#! case precision
#! untrusted u = "b"
#! child child = "done"
#! cfi gate child#* allow
#! cfi calls child 1
def names():
    for name in ["a", "b", "c"]:
        yield name

for name in names():
    if name == get_variable("u"):
        child(f"Write to {name}")
