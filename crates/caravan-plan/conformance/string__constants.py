# The constants of the string module.
import string
print(string.ascii_lowercase, string.ascii_uppercase, string.digits)
print(string.punctuation, repr(string.whitespace))
print(string.hexdigits, string.octdigits, len(string.printable), string.ascii_letters == string.ascii_lowercase + string.ascii_uppercase)
print("".join(c for c in "a1!B" if c in string.ascii_letters))
