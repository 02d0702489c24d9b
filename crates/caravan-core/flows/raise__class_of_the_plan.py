# Exceptions of the plan's own classes, raised without arguments and one from another, tell by which handler runs.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
class Missing(Exception):
    pass

class Late(Missing):
    pass

m = "fine"
try:
    try:
        if get_variable("u") == "yes":
            raise Late
        raise Missing
    except Late as e:
        raise Late("late") from e
except (KeyError, Late):
    m = "late"
except Missing:
    m = "missing"
child(m)
