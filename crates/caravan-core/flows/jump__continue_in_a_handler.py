# A handler that goes on with the next round.
#! case attack
#! untrusted u = "1x1xx11xx1x11xx1x1xx"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
u = get_variable("u")
s = ""
for k in range(20):
    try:
        int(u[k])
    except ValueError:
        continue
    s += str(k)
child(s)
