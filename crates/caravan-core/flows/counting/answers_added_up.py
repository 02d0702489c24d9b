# Answers that children spell out of their own plans, added up.
#! case counted
#! untrusted u = every 5 of "ab"
#! plan mid
#| return "a" if get_variable("x") == "a" else "b"
#! child child = "done"
u = get_variable("u")
s = ""
for k in range(5):
    s += mid("Say it.", variables={"x": u[k]})
child(s)
