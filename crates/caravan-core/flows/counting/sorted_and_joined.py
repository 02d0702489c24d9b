# A list in an untrusted order, joined.
#! case counted
#! untrusted u = every 4 of [1, 2, 3, 4]
#! child child = "done"
u = get_variable("u")
child("".join(sorted("abcd", key=lambda w: u["abcd".index(w)])))
