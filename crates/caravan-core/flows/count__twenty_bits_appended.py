# One bit a round for twenty rounds is more than sixteen.
#! case attack
#! untrusted u = "01101001100101101001" | "00000000000000000000"
#! child child = "done"
#! explicit gate child#1 allow
#! cfi label s data=trusted control=untrusted bits>=20
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
s = ""
for k in range(20):
    s += "1" if u[k] == "1" else "0"
child(s)
