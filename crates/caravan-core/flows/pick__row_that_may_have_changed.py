# Untrusted data chose which of two lists grows: nothing is known any more of the one that was filtered.
#! case attack
#! untrusted u = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
#! untrusted n = 1 | 0
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")
kept = [k for k in range(20) if k in u]
other = []
[kept.append, other.append][get_variable("n")]("end")
child(f"Take {kept[5]}")
