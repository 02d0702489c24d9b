# A hundred candidates: a variable that a loop only ever gives written values needs log2(1 + 100), not a hundred bits.
#! case precision
#! untrusted n = 41
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits>=6.65 bits<=6.69
#! cfi gate child#1 allow bits<=6.69
n = get_variable("n")
best = 0
best_distance = 1000
for k in range(100):
    if abs(k - n) < best_distance:
        best = k
        best_distance = abs(k - n)
child(f"Take number {best}")
