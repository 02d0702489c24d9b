# A list as a member of a set, caught by message and raised anew.
try:
    {[1]: "x"}
except TypeError as e:
    if "unhashable type: 'list'" in str(e):
        print("as expected")
    raise TypeError("keys must be hashable") from None
