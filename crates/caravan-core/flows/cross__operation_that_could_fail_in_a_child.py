# An operation in a child that untrusted data could make fail decides whether there is an answer.
#! case attack
#! untrusted u = "41"
#! plan mid
#| n = int(get_variable("x"))
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
