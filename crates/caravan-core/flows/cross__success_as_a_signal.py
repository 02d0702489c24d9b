# And that it did not: the answer itself tells that the child came to its end.
#! case attack
#! untrusted u = "no"
#! plan mid
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
