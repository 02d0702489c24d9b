# A whole filtered list of five: one bit for each candidate.
#! case precision
#! untrusted u = "a c e"
#! child child = "done"
#! cfi gate child#1 allow bits>=5 bits<=5
u = get_variable("u")
kept = [w for w in ["a", "b", "c", "d", "e"] if w in u]
child(", ".join(kept))
