# Sets of tuples, and what cannot be a member.
s = {(1, 2), (3, 4), (1, 2)}
print(len(s), (3, 4) in s, sorted(s))
try:
    s.add([1])
except TypeError as e:
    print("unhashable" in str(e))
