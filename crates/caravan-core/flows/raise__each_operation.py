# Operations that raise or not, as untrusted data will have it: index, key, division, attribute, unpacking, conversion.
#! case attack
#! untrusted n = 1 | 9
#! untrusted u = "a b" | "a"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi label e control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = get_variable("n")
u = get_variable("u")
a = b = c = d = e = "no"
try:
    ["x", "y"][n]
    a = "yes"
except IndexError:
    pass
try:
    {1: "x"}[n]
    b = "yes"
except KeyError:
    pass
try:
    1 / (n - 9)
    c = "yes"
except ZeroDivisionError:
    pass
try:
    left, right = u.split()
    d = "yes"
except ValueError:
    pass
try:
    ["x"].remove(u)
    e = "yes"
except ValueError:
    pass
child(a)
