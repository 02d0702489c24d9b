# Each operation that may fail on what it is given, in a `try` of its own.
#! case attack
#! untrusted n = 5 | "x"
#! untrusted v = [] | "x"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi label e control=untrusted bits>=1
#! cfi label f control=untrusted bits>=1
#! cfi label g control=untrusted bits>=1
#! cfi label h control=untrusted bits>=1
#! cfi label i control=untrusted bits>=1
#! cfi label j control=untrusted bits>=1
#! cfi label k control=untrusted bits>=1
#! cfi label l control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = get_variable("n")
v = get_variable("v")
a = b = c = d = e = f = g = h = i = j = k = l = "failed"
try:
    -n
    a = "fine"
except TypeError:
    pass
try:
    n < 3
    b = "fine"
except TypeError:
    pass
try:
    n.upper
    c = "fine"
except AttributeError:
    pass
try:
    for _ in n:
        pass
    d = "fine"
except TypeError:
    pass
try:
    "x" in n
    e = "fine"
except TypeError:
    pass
try:
    {v: 1}
    f = "fine"
except TypeError:
    pass
try:
    f"{n:d}"
    g = "fine"
except ValueError:
    pass
try:
    ["a", "b", "c", "d", "e", "f"][n] = "z"
    h = "fine"
except TypeError:
    pass
try:
    del {5: 1}[n]
    i = "fine"
except KeyError:
    pass
try:
    str(*n)
    j = "fine"
except TypeError:
    pass
try:
    n()
    k = "fine"
except TypeError:
    pass
try:
    one, = n
    l = "fine"
except TypeError:
    pass
child(a)
