# Equal numbers are one member.
print(len({1, 1.0, True}), len({0, False, "0"}), {1} & {True}, 2.0 in {2})
print(len({"a", "A"}), len({None, 0}))
s = {1}
s.add(1.0)
print(s)
