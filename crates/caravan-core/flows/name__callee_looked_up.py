# Which agent of a table is called; to `explicit`, a key that picks counts as data.
#! case attack
#! untrusted u = "yes"
#! child one = "done"
#! child two = "done"
#! budget 0
#! explicit gate one#1 deny because=data part=callee
#! cfi gate one#1 deny because=budget part=callee
#! noninterference gate one#1 deny because=control part=callee
{"yes": one, "no": two}[get_variable("u")]("Go on.")
