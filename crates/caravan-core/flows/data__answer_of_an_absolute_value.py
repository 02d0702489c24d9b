# What `__abs__`, `__round__` and `keys` give has the labels of what they made it of.
#! case attack
#! untrusted u = "yes"
#! child child = "done"
#! cfi label a data=untrusted
#! cfi label b data=untrusted
#! cfi label c data=untrusted
#! cfi gate child#1 deny because=data
u = get_variable("u")

class Spy:
    def __abs__(self):
        return u

    def __round__(self, digits=None):
        return [u]

    def keys(self):
        return [u]

    def __getitem__(self, key):
        return "v"

spy = Spy()
a = abs(spy)
b = round(spy)
c = dict(spy)
child(str(b[0]))
