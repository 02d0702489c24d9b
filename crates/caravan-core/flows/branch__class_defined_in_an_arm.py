# Which class a name stands for: its attribute, its default, its method.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
if get_variable("u") == "yes":
    class Words:
        first = "a"

        def second(self):
            return "a"
else:
    class Words:
        first = "b"

        def second(self):
            return "b"
a = Words.first
b = Words().second()
child(a)
