# The guard is two calls down, the handler up here.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def inner(text):
    if text == "yes":
        raise ValueError("x")

def outer(text):
    inner(text)

m = "a"
try:
    outer(get_variable("u"))
    m = "b"
except ValueError:
    pass
child(m)
