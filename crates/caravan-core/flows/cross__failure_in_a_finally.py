# A `finally` sees a failure too: what it tells an agent, it tells whether the child failed or not.
#! case attack
#! untrusted u = "yes" | "no"
#! plan mid
#| if get_variable("x") == "yes":
#|     raise ValueError("no")
#| return "fine"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "failed"
try:
    m = mid("Go on.", variables={"x": get_variable("u")})
finally:
    child(m)
