# What a list holds came from outside, but which list it is, nothing untrusted decided.
#! case precision
#! untrusted ws = ["a", "b"]
#! child child = "done"
#! budget 0
#! all label names data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
names = ["x"]
given = get_variable("ws")
given.insert(0, "c")
given.sort()
given.pop(1)


def grow():
    given.append("d")


grow()
child("-".join(names))
