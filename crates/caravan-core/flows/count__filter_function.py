# The same by `filter`.
#! case attack
#! untrusted u = "a c t"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
u = get_variable("u")
child("".join(filter(lambda w: w in u, "abcdefghijklmnopqrst")))
