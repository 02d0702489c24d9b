# Thirty-two children that may each fail.
#! case attack
#! untrusted u = "01101001100101101001011010011001"
#! plan mid
#| if get_variable("x") == "1":
#|     raise ValueError("no")
#| return "done"
#! child child = "done"
#! cfi label s data=trusted control=untrusted bits>=32
#! cfi gate child#1 deny because=budget
#! noninterference ends refused
u = get_variable("u")
s = ""
for k in range(32):
    try:
        mid("Go on.", variables={"x": u[k]})
        s += "0"
    except RuntimeError:
        s += "1"
child(s)
