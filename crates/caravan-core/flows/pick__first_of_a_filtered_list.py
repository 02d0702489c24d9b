# One element of a filtered list of a thousand: log2(1 + 1000), not a thousand bits.
#! case precision
#! untrusted n = 700
#! child child = "done"
#! cfi gate child#1 allow bits>=9.96 bits<=9.97
n = get_variable("n")
free = [slot for slot in range(1000) if slot >= n]
child(f"Book slot {free[0]}")
