# A whole filtered list costs a bit for each candidate, kept or not.
#! case attack
#! untrusted u = "a c t" | ""
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=20
#! noninterference gate child#1 deny because=control
u = get_variable("u")
kept = [w for w in "abcdefghijklmnopqrst" if w in u]
child("".join(kept))
