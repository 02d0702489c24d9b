# Through `textwrap` and `string`.
#! case attack
#! untrusted u = "secret words"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
import string
import textwrap
u = get_variable("u")
a = textwrap.shorten(u, 80)
b = string.capwords(u)
child(a)
