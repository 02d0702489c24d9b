# Nor what a loop counts.
#! case level
#! untrusted n = 5
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
i = 0
while i < get_variable("n"):
    i += 1
child(str(i))
