# Two states: one tells that the guard held, the other that it did not.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write1 effect reads= writes=one = "ok"
#! tool read1 trusted reads=one = "x" | ""
#! tool write2 effect reads= writes=two = "ok"
#! tool read2 trusted reads=two = "" | "x"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference @1 tool write1#1 deny
if get_variable("u") == "yes":
    write1("x")
if read1() == "":
    write2("x")
m = read2()
child(m)
