# The text of a deque is made of all that is in it.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label m data=untrusted
#! all gate child#1 deny because=data
from collections import deque

row = deque(["a"])
row.append(get_variable("u"))
m = str(row)
child(m)
