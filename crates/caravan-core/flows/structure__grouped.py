# The groups of trusted words by an untrusted key: how many there are, and who is with whom.
#! case attack
#! untrusted u = {"a": 1, "b": 1, "c": 2} | {"a": 1, "b": 2, "c": 3}
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
rank = get_variable("u")
groups = {}
for w in ["a", "b", "c"]:
    groups.setdefault(rank[w], []).append(w)
child(str(len(groups)))
