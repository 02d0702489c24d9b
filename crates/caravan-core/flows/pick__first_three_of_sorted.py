# The first three of twelve in an untrusted order, place by place.
#! case precision
#! untrusted u = "lkjihgfedcba"
#! child child = "done"
#! cfi gate child#1 allow bits>=11 bits<=11.2
u = get_variable("u")
row = sorted("abcdefghijkl", key=lambda w: u.index(w))
child(f"Take {row[0]}, {row[1]} and {row[2]}")
