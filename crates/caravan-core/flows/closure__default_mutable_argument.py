# A default argument is one object for all calls.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def remember(word, seen=[]):
    seen.append(word)
    return seen

if get_variable("u") == "yes":
    remember("x")
child(str(len(remember("y"))))
