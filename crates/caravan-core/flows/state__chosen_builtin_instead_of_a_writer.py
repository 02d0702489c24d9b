# A table held a builtin and a writer, and the builtin was chosen: that nothing was written shows in what is read.
#! case attack
#! untrusted n = 1 | 0
#! tool write trusted writes=notes = "ok"
#! tool read trusted reads=notes = "a note"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
acts = [len, write]
acts[get_variable("n")]("x")
child(read())
