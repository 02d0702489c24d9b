# The number of rounds of a loop over an untrusted list.
#! case attack
#! untrusted u = ["x", "y"] | []
#! child child = "done"
#! cfi label n data=trusted control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
n = 0
for _ in get_variable("u"):
    n += 1
child(f"{n} mails")
