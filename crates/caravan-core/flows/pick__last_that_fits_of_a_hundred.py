# The last of a hundred that passes a test.
#! case precision
#! untrusted u = [3, 41] | [99]
#! child child = "done"
#! cfi label last data=trusted control=untrusted bits>=1 bits<=6.66
#! cfi gate child#1 allow
allowed = get_variable("u")
last = "none"
for k in range(100):
    if k in allowed:
        last = f"number {k}"
child(f"Take {last}")
