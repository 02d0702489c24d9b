# The twin: that it did not fail tells as much.
#! case attack
#! tool fetch = "text"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "failed"
try:
    fetch()
    m = "ok"
except RuntimeError:
    pass
child(m)
