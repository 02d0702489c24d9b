# Whether a child failed.
#! case attack
#! untrusted u = "yes" | "no"
#! plan mid
#| if get_variable("x") == "yes":
#|     raise ValueError("no")
#| return "done"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "fine"
try:
    mid("Go on.", variables={"x": get_variable("u")})
except RuntimeError:
    m = "failed"
child(m)
