# Raised again, caught further out.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "fine"
try:
    try:
        int(get_variable("u"))
    except ValueError:
        raise
except ValueError:
    m = "failed"
child(m)
