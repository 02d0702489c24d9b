# A function of a module that is written in the language changes a list under a branch of untrusted data.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
import heapq
from bisect import insort

rows = []
others = []
if get_variable("u") == "yes":
    heapq.heappush(rows, 1)
    insort(others, 1)
a = len(rows)
b = len(others)
child(str(a))
