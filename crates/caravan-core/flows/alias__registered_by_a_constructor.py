# Making an object under a guard enters it into a list of the class.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
class Item:
    made = []

    def __init__(self):
        Item.made.append("x")

if get_variable("u") == "yes":
    Item()
child(str(len(Item.made)))
