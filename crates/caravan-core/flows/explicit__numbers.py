# Numbers computed from untrusted ones, written out.
#! case attack
#! untrusted u = "41"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all gate child#1 deny because=data
n = int(get_variable("u"))
a = str(n + 1)
b = f"{n:05d}"
c = round(n / 3, 2)
d = divmod(n, 7)[1]
e = max(n, 7)
child(a)
