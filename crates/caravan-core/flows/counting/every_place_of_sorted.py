# Every place of a list in an untrusted order, told together.
#! case counted
#! untrusted u = every 4 of [1, 2, 3, 4]
#! child child = "done"
u = get_variable("u")
row = sorted(["a", "b", "c", "d"], key=lambda w: u["abcd".index(w)])
child(row[0] + row[1] + row[2] + row[3])
