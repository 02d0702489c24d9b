# Calls are not added up: each child is a fresh episode.
#! case precision
#! untrusted u = "0110100110"
#! child child = "done"
#! cfi gate child#* allow bits<=10
#! cfi calls child 3
u = get_variable("u")
s = ""
for k in range(10):
    s += "1" if u[k] == "1" else "0"
child(s)
child(s)
child(s)
