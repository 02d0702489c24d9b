# An exception that quotes untrusted text, by `str`, by `args`, by a field of its own.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = b = c = ""
try:
    raise ValueError(u)
except ValueError as e:
    a = str(e)
    b = e.args[0]
try:
    int(u)
except ValueError as e:
    c = repr(e)
child(a)
