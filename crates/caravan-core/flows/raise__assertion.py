# An assertion about untrusted data.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "a"
try:
    assert get_variable("u") == "yes"
    m = "b"
except AssertionError:
    pass
child(m)
