# A child that reads untrusted data might fail; where no plan above catches that, it ends the whole run, and nobody
# is left to learn from it. What the child does and answers on its way is free of it.
#! case precision
#! untrusted u = "41"
#! plan mid
#| n = int(get_variable("x"))
#| low("Write it down.", variables={"n": n})
#| return "fine"
#! child mid/low trusted = "done"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=trusted bits<=0
#! noninterference gate mid/low#1 allow
#! all gate child#1 allow bits<=0
m = mid("Go on.", variables={"x": get_variable("u")})
child(m)
