# A child's failure that its parent lets pass is caught by the parent's parent: both answers tell of it.
#! case attack
#! untrusted u = "no" | "yes"
#! plan mid
#| return low("Go on.", variables={"x": get_variable("x")})
#! plan mid/low
#| if get_variable("x") == "yes":
#|     raise ValueError("no")
#| return "fine"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "failed"
try:
    m = mid("Go on.", variables={"x": get_variable("u")})
except RuntimeError:
    pass
child(m)
