# capwords splits, capitalises and joins.
import string
print(string.capwords("hello  wORLD it's"), string.capwords("a-b-c", "-"))
print(repr(string.capwords("  x  y ")))
clean = "Hi, there!".translate(str.maketrans("", "", string.punctuation))
print(clean)
