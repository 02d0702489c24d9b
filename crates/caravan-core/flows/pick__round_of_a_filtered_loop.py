# A round of a loop over a filtered list: which of the hundred it is, costs log2(1 + 100).
#! case precision
#! untrusted u = "7 9"
#! child child = "done"
#! cfi gate child#* allow bits>=6.64 bits<=6.66
wanted = get_variable("u").split()
for k in [k for k in range(100) if str(k) in wanted]:
    child(f"Remind number {k}")
