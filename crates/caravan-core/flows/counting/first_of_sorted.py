# The first of a list in an untrusted order.
#! case counted
#! untrusted u = every 5 of "123"
#! child child = "done"
u = get_variable("u")
child(sorted(["a", "b", "c", "d", "e"], key=lambda w: u["abcde".index(w)])[0])
