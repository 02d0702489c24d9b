# The methods of text, on an untrusted text and with an untrusted argument.
#! case attack
#! untrusted u = "  Secret;Text\n"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all label f data=untrusted
#! all label g data=untrusted
#! all label h data=untrusted
#! all label i data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = u.strip().lower()
b = u.replace("S", "s")
c = "x".replace("x", u)
d = u.splitlines()[0]
e = u.rsplit(";", 1)[-1]
f = u.title().swapcase().zfill(20)
g = "a b".translate(str.maketrans({"a": u}))
h = u.removeprefix(" ")
i = "abc".strip(u)
child(c)
