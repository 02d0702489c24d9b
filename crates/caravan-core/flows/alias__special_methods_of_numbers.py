# Methods that no call names: absolute value, rounding, going backwards, each with an effect.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
absolutes = []
rounds = []
turns = []

class Spy:
    def __abs__(self):
        absolutes.append("x")
        return 1

    def __round__(self, digits=None):
        rounds.append("x")
        return 1

    def __reversed__(self):
        turns.append("x")
        return iter(["x"])

spy = Spy()
if get_variable("u") == "yes":
    abs(spy)
    round(spy)
    list(reversed(spy))
a = len(absolutes)
b = len(rounds)
c = len(turns)
child(str(a))
