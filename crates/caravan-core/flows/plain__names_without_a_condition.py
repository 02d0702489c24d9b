# Without the condition there is nothing to count, and nothing for `noninterference` to object to.
#! case precision
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 2
for name in ["Ann", "Bob"]:
    child(f"Remind {name}")
