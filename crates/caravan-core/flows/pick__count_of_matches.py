# How many of five match: at most five bits.
#! case precision
#! untrusted u = "a c e"
#! child child = "done"
#! cfi gate child#1 allow bits>=1 bits<=5
u = get_variable("u")
child(f"{len([w for w in ['a', 'b', 'c', 'd', 'e'] if w in u])} match.")
