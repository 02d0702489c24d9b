# How a set grows is decided by what the plan's `__eq__` answers, also where many elements are added at once.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a data=untrusted
#! cfi label b data=untrusted
#! cfi gate child#1 deny because=data
u = get_variable("u")

class Word:
    def __eq__(self, other):
        return u == "yes"

    def __hash__(self):
        return 1

one = {Word()}
one.add(Word())
a = len(one)
many = {Word()}
many.update([Word()])
b = len(many)
child(f"{a} and {b}")
