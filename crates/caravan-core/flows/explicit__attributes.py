# Through attributes set by hand, `setattr`, `getattr`, a property, a class attribute.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
class Box:
    shared = ""

    def __init__(self):
        self.own = ""

    @property
    def text(self):
        return self.own

box = Box()
box.own = get_variable("u")
a = box.own
b = box.text
c = getattr(box, "own")
setattr(box, "other", get_variable("u"))
d = box.other
child(b)
