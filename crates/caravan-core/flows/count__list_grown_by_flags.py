# A list that twenty guards may each have appended to: its length, its order, its text.
#! case attack
#! untrusted u = "01101001100101101001" | "00000000000000000000"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
u = get_variable("u")
picked = []
for k in range(20):
    if u[k] == "1":
        picked.append(str(k))
child(",".join(picked))
