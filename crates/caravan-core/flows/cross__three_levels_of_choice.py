# Ten bits of choice at each of three levels: what was charged above is where the level below begins.
#! case attack
#! untrusted u = "0110100110"
#! plan mid
#| u = get_variable("u")
#| s = ""
#| for k in range(10):
#|     s += "1" if u[k] == "1" else "0"
#| low(s, variables={"u": u})
#| return "done"
#! plan mid/low
#| u = get_variable("u")
#| s = ""
#| for k in range(10):
#|     s += "1" if u[k] == "1" else "0"
#| leaf(s)
#| return "done"
#! child mid/low/leaf = "done"
#! budget 25
#! cfi gate mid#1 allow bits>=10
#! cfi gate mid/low#1 allow bits>=20
#! cfi gate mid/low/leaf#1 deny because=budget bits>=30
u = get_variable("u")
s = ""
for k in range(10):
    s += "1" if u[k] == "1" else "0"
mid(s, variables={"u": u})
