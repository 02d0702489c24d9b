# ljust, rjust, center and zfill.
print(repr("ab".ljust(5)), repr("ab".rjust(5)), repr("ab".center(5)))
print(repr("abc".center(6)))
print("ab".ljust(5, "."), "ab".rjust(5, "*"), "ab".center(7, "-"))
print("abcdef".ljust(3))
print("42".zfill(5), "-42".zfill(5), "+1".zfill(4))
print("abc".zfill(2), "".zfill(2))
