# The size of a set tells whether two members are equal.
#! case attack
#! untrusted u = "a" | "b"
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child(str(len({get_variable("u"), "a"})))
