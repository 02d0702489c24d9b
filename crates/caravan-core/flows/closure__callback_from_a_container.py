# A callback that is named by no name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

def note(word):
    log.append(word)
    return word

table = {"f": note}
if get_variable("u") == "yes":
    list(map(table["f"], ["x"]))
child(str(len(log)))
