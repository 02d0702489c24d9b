# Sixteen guards are sixteen bits, and that is the budget.
#! case precision
#! untrusted u = "0110100110010110" | "0000000000000000"
#! child child = "done"
#! cfi gate child#1 allow bits<=16
u = get_variable("u")
s = ""
for k in range(16):
    s += "1" if u[k] == "1" else "0"
child(s)
