# Untrusted data puts an object into a container; what changes the container's contents then changes the object.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted
#! cfi gate child#1 deny because=budget
class Box:
    pass

box = Box()
box.word = "a"
drawer = {}
if get_variable("u") == "yes":
    drawer["k"] = box
if drawer:
    drawer["k"].word = "b"
m = box.word
child(m)
