# One of two functions was called, and it was not the one that writes: that shows in what is read.
#! case attack
#! untrusted n = 1 | 0
#! tool write trusted writes=notes reads= = "ok"
#! tool read trusted reads=notes = "a note"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def note():
    write("x")

def rest():
    return 1

[note, rest][get_variable("n")]()
child(read())
