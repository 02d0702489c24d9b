# Which function a name of the top level stands for is written in the plan: no guard has chosen it.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 allow bits<=0
names = ["Ann", "Bob"]


def upper(text):
    return text.upper()


def shout(text):
    return upper(text) + "!"


if get_variable("u") == "yes":
    loud = shout("hello")
child("-".join(names))
