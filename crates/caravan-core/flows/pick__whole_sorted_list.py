# A whole sorted list of four: log2 of four factorial.
#! case precision
#! untrusted u = {"a": 2, "b": 1, "c": 4, "d": 3}
#! child child = "done"
#! cfi gate child#1 allow bits>=4.58 bits<=4.6
rank = get_variable("u")
order = sorted(["a", "b", "c", "d"], key=lambda w: rank[w])
child(", ".join(order))
