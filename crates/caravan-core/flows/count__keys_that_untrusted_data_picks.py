# A dictionary of the plan's own words, of which untrusted data picks the keys, iterated.
#! case attack
#! untrusted u = "acegikmoqs"
#! child child = "done"
#! cfi label s data=trusted control=untrusted bits>=20
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
d = {}
for letter in "abcdefghijklmnopqrst":
    if letter in u:
        d[letter] = 1
s = ""
for key in d:
    s += key
child(s)
