# A callback raises for an untrusted item; the `try` stands around the sort.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
def key(word):
    if word == get_variable("u"):
        raise ValueError("x")
    return word

m = "failed"
try:
    sorted(["a", "b", "c"], key=key)
    m = "sorted"
except ValueError:
    pass
child(m)
