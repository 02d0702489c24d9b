# One of the classes that a handler names was chosen: so was which handler runs.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
chosen = ValueError if get_variable("u") == "yes" else KeyError
m = "fine"
try:
    raise ValueError("no")
except (chosen, IndexError):
    m = "one"
except ValueError:
    m = "other"
child(m)
