# What a list is sorted by counts as data of its elements, and not of how many there are.
#! case precision
#! untrusted u = "al"
#! child child = "done"
#! child other = "done"
#! explicit label n data=trusted
#! explicit gate child#1 allow
#! explicit gate other#1 deny because=data
u = get_variable("u")
row = [u, "bo"]
row.sort()
n = len(sorted(["a", "b"], key=lambda w: w + u)) + len(row)
child(f"{n} names")
other(sorted(["a", "b"], key=lambda w: w + u)[0])
