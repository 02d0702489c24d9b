# What an endless search finds among untrusted numbers is untrusted; what it finds among the plan's own is the plan's.
#! case precision
#! untrusted n = 3 | 5
#! child child = "done"
#! cfi label own data=trusted control=trusted
#! cfi label found control=untrusted
#! cfi gate child#1 allow
#! cfi gate child#2 deny
from itertools import count

taken = [1, 2]
own = next(i for i in count(1) if i not in taken)
child(f"Take number {own}.")
found = next(i for i in count(1) if i > get_variable("n"))
child(f"Take number {found}.")
