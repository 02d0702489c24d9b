# A child's early `return` on untrusted data is part of its answer, even where both ways give the same word.
#! case attack
#! untrusted u = "yes" | "no"
#! plan mid
#| log = []
#| for k in range(3):
#|     if get_variable("x") == "yes":
#|         return len(log)
#|     log.append("x")
#| return len(log)
#! child child = "done"
#! budget 0
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = mid("Count.", variables={"x": get_variable("u")}, output_schema=int)
child(str(n))
