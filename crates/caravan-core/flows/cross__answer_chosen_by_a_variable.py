# A child's plan picks one of its own words by a value of the data channel.
#! case attack
#! untrusted u = "yes" | "no"
#! plan mid
#| return "a" if get_variable("x") == "yes" else "b"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = mid("Go on.", variables={"x": get_variable("u")})
child(m)
