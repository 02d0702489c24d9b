# `while i < u: i += 1` turns an untrusted number into a trusted one, but for its control.
#! case attack
#! untrusted n = 5
#! child child = "done"
#! explicit gate child#1 allow
#! cfi label i data=trusted control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
n = get_variable("n")
i = 0
while i < n:
    i += 1
child(str(i))
