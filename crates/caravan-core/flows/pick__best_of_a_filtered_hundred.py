# The best of those of a hundred that pass a test: one of them all the same.
#! case precision
#! untrusted u = [41, 60]
#! child child = "done"
#! cfi gate child#1 allow bits>=6.65 bits<=6.66
u = get_variable("u")
best = max([k for k in range(100) if k in u], key=lambda k: k * 7 % 13)
child(f"Take number {best}")
