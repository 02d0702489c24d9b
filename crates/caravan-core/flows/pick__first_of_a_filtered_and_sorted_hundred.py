# Filtered, sorted by untrusted keys, and the first taken.
#! case precision
#! untrusted u = [41, 60, 2]
#! child child = "done"
#! cfi gate child#1 allow bits>=6.65 bits<=6.66
u = get_variable("u")
row = sorted([k for k in range(100) if k in u], key=lambda k: u.index(k))
child(f"Take number {row[0]}")
