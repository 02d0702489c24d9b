# A number built bit by bit, in trusted arithmetic.
#! case attack
#! untrusted u = "01101001100101101001"
#! child child = "done"
#! cfi label n data=trusted control=untrusted bits>=20
#! cfi gate child#1 deny because=budget
u = get_variable("u")
n = 0
for k in range(20):
    n *= 2
    if u[k] == "1":
        n += 1
child(str(n))
