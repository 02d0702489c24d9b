# A child counts what it was handed.
#! case attack
#! untrusted u = ["x", "y"]
#! plan mid
#| n = 0
#| for _ in get_variable("x"):
#|     n += 1
#| return n
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=unbounded
#! noninterference gate child#1 deny because=control
n = mid("Count.", variables={"x": get_variable("u")}, output_schema=int)
child(str(n))
