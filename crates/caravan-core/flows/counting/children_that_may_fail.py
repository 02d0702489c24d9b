# Children that may each fail.
#! case counted
#! untrusted u = every 5 of "ab"
#! plan mid
#| if get_variable("x") == "a":
#|     raise ValueError("no")
#| return "done"
#! child child = "done"
u = get_variable("u")
s = ""
for k in range(5):
    try:
        mid("Go on.", variables={"x": u[k]})
        s += "0"
    except RuntimeError:
        s += "1"
child(s)
