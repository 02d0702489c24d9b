# One state, twenty rounds.
#! case attack
#! untrusted u = "01101001100101101001"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = "1"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
#! noninterference tool write#1 deny
u = get_variable("u")
s = ""
for k in range(20):
    if u[k] == "1":
        write(str(k))
    s += read()
child(s)
