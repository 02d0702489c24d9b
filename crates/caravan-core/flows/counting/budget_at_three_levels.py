# A choice at each of three levels of a hierarchy.
#! case counted
#! untrusted u = every 6 of "ab"
#! plan mid
#| u = get_variable("u")
#| m = get_variable("m") + ("a" if u[2] == "a" else "b") + ("a" if u[3] == "a" else "b")
#| low("Go on.", variables={"m": m, "u": u})
#! plan mid/low
#| u = get_variable("u")
#| m = get_variable("m") + ("a" if u[4] == "a" else "b") + ("a" if u[5] == "a" else "b")
#| end(m)
#! child mid/low/end = "done"
u = get_variable("u")
m = ("a" if u[0] == "a" else "b") + ("a" if u[1] == "a" else "b")
mid("Go on.", variables={"m": m, "u": u})
