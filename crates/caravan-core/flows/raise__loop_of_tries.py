# Twenty conversions, each in a `try` of its own.
#! case attack
#! untrusted u = "1x1xx11xx1x11xx1x1xx"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
#! noninterference gate child#1 deny because=control
u = get_variable("u")
s = ""
for k in range(20):
    try:
        int(u[k])
        s += "1"
    except ValueError:
        s += "x"
child(s)
