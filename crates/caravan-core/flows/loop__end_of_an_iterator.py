# A `StopIteration`, or the default of `next`, tells that a filtered list was empty.
#! case attack
#! untrusted u = "a" | ""
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
u = get_variable("u")
kept = [w for w in ["a"] if w in u]
m = next(iter(kept), "empty")
try:
    next(iter(kept))
    n = "some"
except StopIteration:
    n = "none"
child(n)
