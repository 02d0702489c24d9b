# Whether a class has an `__init__` says whether a branch was taken, and so does what this `__init__` does.
#! case attack
#! untrusted flag = true | false
#! all @1 ends refused
class Plain:
    pass
class Failed(Exception):
    pass
done = []
def note(self):
    done.append(1)
if get_variable("flag"):
    Plain.__init__ = note
    Failed.__init__ = note
Plain()
Failed()
