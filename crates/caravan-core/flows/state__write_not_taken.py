# A write that an arm might have made, and did not.
#! case attack
#! untrusted u = "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
if get_variable("u") == "yes":
    write("x")
m = read()
child(m)
