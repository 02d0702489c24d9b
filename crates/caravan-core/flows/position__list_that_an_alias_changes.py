# The loop changes the list of the message under a name that the text does not show.
#! case attack
#! untrusted u = "2" | "3"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget part=position bits>=2
log = []
for i in range(4):
    x = []
    y = [x.append("x") for x in [log]]
    if get_variable("u") == str(i):
        child(str(len(log)))
