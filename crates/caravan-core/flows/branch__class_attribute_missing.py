# Whether a class, an instance made before, or one of a class below it has an attribute says whether a branch was taken.
#! case attack
#! untrusted flag = true | false
#! plan note
#| 1
#! all label of_class control=untrusted
#! all label of_instance control=untrusted
#! all label of_below control=untrusted
#! all label by_default control=untrusted
#! all label of_error control=untrusted
#! all label text control=untrusted
def told(self):
    return "told"
class Above:
    pass
class Below(Above):
    pass
class Failed(Exception):
    pass
made = Above()
error = Failed("a")
if get_variable("flag"):
    Above.x = 1
    Failed.x = 1
    Above.__str__ = told
of_class = hasattr(Above, "x")
of_instance = hasattr(made, "x")
of_below = hasattr(Below(), "x")
by_default = getattr(made, "x", 1)
of_error = hasattr(error, "x")
text = str(made)
