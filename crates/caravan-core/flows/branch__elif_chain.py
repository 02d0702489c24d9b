# An arm of a chain is decided by every guard before it: the first costs one bit, the last as many as there are guards.
#! case attack
#! untrusted u = "one" | "two" | "three" | "none"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1 bits<=3
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
if u == "one":
    m = "1"
elif u == "two":
    m = "2"
elif u == "three":
    m = "3"
else:
    m = "0"
child(m)
