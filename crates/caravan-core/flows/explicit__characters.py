# Letter by letter: index, slice, iteration, `ord` and `chr`.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = u[0]
b = u[::-1]
c = "".join(chr(ord(letter) + 1) for letter in u)
d = ""
for letter in u:
    d += letter
child(d)
