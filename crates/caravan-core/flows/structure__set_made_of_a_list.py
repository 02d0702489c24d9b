# How many members a set has that was made or grown by a call tells which of them are equal.
#! case attack
#! untrusted u = "a" | "b"
#! child child = "done"
#! budget 16
#! cfi,noninterference structure made control=untrusted
#! cfi,noninterference structure frozen control=untrusted
#! cfi,noninterference structure grown control=untrusted
#! cfi,noninterference structure keyed control=untrusted
#! explicit structure made data=untrusted
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
u = get_variable("u")
made = set([u, "a"])
frozen = frozenset([u, "a"])
grown = {"a"}
grown.add(u)
keyed = dict.fromkeys([u, "a"], "x")
n = len(made)
child(str(n))
