# A list repeated an untrusted number of times.
#! case attack
#! untrusted n = 2 | 3
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child("".join(["a"] * get_variable("n")))
