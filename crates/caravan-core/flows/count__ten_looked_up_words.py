# Ten look-ups in a table of four: two bits and more each.
#! case attack
#! untrusted u = "aabbccddab"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
u = get_variable("u")
TABLE = {"a": "00", "b": "01", "c": "10", "d": "11"}
child("".join([TABLE[u[k]] for k in range(10)]))
