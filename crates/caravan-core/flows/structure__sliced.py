# A slice of an untrusted length.
#! case attack
#! untrusted n = 2 | 3
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child("".join(["a", "b", "c"][:get_variable("n")]))
