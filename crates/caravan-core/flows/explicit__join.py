# `join`, with untrusted parts and with an untrusted separator.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = ", ".join(["a", u])
b = u.join(["a", "b"])
child(b)
