# The element of a chosen list, the attribute of a chosen object, the parts of a chosen tuple, the text of the whole.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi label e control=untrusted bits>=1
#! cfi label f control=untrusted bits>=1
#! cfi label g control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
class Box:
    def __init__(self, word):
        self.word = word

    def fixed(self):
        return self.word

ok = get_variable("u") == "yes"
xs = ["a"] if ok else ["b"]
box = Box("a") if ok else Box("b")
a = xs[0]
b = box.word
c = box.fixed()
d, _ = ("a", 1) if ok else ("b", 1)
e = f"{xs}"
f = ""
for x in xs:
    f += x
g = [x for x in xs][0]
child(a)
