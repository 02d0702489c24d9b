# Making sets and testing membership.
s = {1, 2, 2, 3}
print(len(s), 2 in s, 5 in s)
print(sorted(s), set(), {1})
print(set("aa") == {"a"})
print(type({}) is dict, type(set()) is set, bool(set()))
print(set([1, 1]) == {1})
