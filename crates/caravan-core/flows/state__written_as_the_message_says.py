# What the child is told decides which plan it gets, and so whether that plan writes: one that does not write tells as much.
#! case attack
#! untrusted u = "yes" | "no"
#! tool note trusted reads= writes=pad = "noted"
#! tool recall trusted reads=pad writes= = "" | "x"
#! plan writer
#| return "done"
#! child other = "done"
#! budget 1
#! cfi gate writer#1 allow bits<=1 bits>=1
#! cfi label m data=trusted control=untrusted bits>=1
#! noninterference gate writer#1 deny because=control
writer("Write it down." if get_variable("u") == "yes" else "Only look.")
m = recall()
other(m)
