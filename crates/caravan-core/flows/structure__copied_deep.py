# A copy holds what the original held, and is as long for the same reasons.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label n control=untrusted bits>=1
#! cfi label m control=untrusted bits>=1
#! cfi label s data=untrusted
#! cfi label t data=untrusted
#! cfi gate child#1 deny because=budget
import copy
from dataclasses import dataclass

@dataclass
class Box:
    rows: list

u = get_variable("u")
box = Box([["a"]])
if u == "yes":
    box.rows[0].append("b")
n = len(copy.deepcopy(box).rows[0])
m = len(copy.copy(box.rows[0]))
s = copy.deepcopy({"k": [u]})["k"][0]
t = copy.copy((u, "x"))[0]
child(str(n))
