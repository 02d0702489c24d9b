# Which agent is called.
#! case attack
#! untrusted u = "yes" | "no"
#! child one = "done"
#! child two = "done"
#! budget 0
#! explicit @1 gate one#1 allow
#! cfi @1 gate one#1 deny because=budget part=callee
#! cfi @2 gate two#1 deny because=budget part=callee
#! noninterference @1 gate one#1 deny because=control
agent = one if get_variable("u") == "yes" else two
agent("Go on.")
