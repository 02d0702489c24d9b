# How a row falls into groups was found out by asking its elements, and they looked at untrusted data.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi gate child#1 deny because=data
#! noninterference gate child#1 deny because=data
import itertools

u = get_variable("u")

class Word:
    def __eq__(self, other):
        return u == "yes"

child(str(len(list(itertools.groupby([Word(), Word()])))))
