# Methods that no call names: text, length, truth, iteration, comparison, each with an effect.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi label e control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
texts = []
lengths = []
truths = []
rounds = []
orders = []

class Spy:
    def __str__(self):
        texts.append("x")
        return "spy"

    def __len__(self):
        lengths.append("x")
        return 1

    def __bool__(self):
        truths.append("x")
        return True

    def __iter__(self):
        rounds.append("x")
        return iter(["x"])

    def __lt__(self, other):
        orders.append("x")
        return True

spy = Spy()
if get_variable("u") == "yes":
    f"{spy}"
    len(spy)
    spy and "x"
    for x in spy:
        pass
    sorted([spy, spy])
a = len(texts)
b = len(lengths)
c = len(truths)
d = len(rounds)
e = len(orders)
child(str(a))
