# A swap moves the label with the value, and leaves none behind.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=trusted control=trusted
#! all gate child#1 allow
#! all gate child#2 deny because=data
a, b = "x", get_variable("u")
a, b = b, a
child(b)
child(a)
