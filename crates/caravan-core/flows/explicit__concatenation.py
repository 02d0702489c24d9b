# Concatenation and repetition, also in place.
#! case attack
#! untrusted u = "secret"
#! untrusted n = 3
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = "x" + u
b = u * 2
c = "x"
c += u
d = "a" * get_variable("n")
child(c)
