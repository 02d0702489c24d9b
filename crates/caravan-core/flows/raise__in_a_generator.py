# A generator raises; its reader handles it.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
def numbers(text):
    yield 1
    yield int(text)

m = "failed"
try:
    list(numbers(get_variable("u")))
    m = "read"
except ValueError:
    pass
child(m)
