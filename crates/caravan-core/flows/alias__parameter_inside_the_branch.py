# The branch is in the function, the list is the caller's.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def grow(items, word):
    if word == "yes":
        items.append("x")

log = []
grow(log, get_variable("u"))
child(str(len(log)))
