# The last of a hundred that passes a test.
#! case precision
#! untrusted u = [3, 41] | [99]
#! child child = "done"
#! cfi label last data=trusted control=untrusted bits>=6.65 bits<=6.69
#! cfi gate child#1 allow bits<=6.69
allowed = get_variable("u")
last = "none"
for k in range(100):
    if k in allowed:
        last = f"number {k}"
child(f"Take {last}")
