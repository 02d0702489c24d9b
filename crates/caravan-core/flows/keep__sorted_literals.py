# Sorting by trusted keys costs nothing.
#! case precision
#! child child = "done"
#! all gate child#1 allow bits<=0
child(", ".join(sorted(["b", "c", "a"], key=lambda w: -ord(w))))
