# The variable of a loop over a list that was cut to an untrusted length.
#! case attack
#! untrusted n = 2 | 3
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
last = "none"
for last in ["a", "b", "c"][:get_variable("n")]:
    pass
child(last)
