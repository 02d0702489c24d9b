# Whether an untrusted tool failed.
#! case attack
#! tool fetch fails = "no connection"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "ok"
try:
    fetch()
except RuntimeError:
    m = "failed"
child(m)
