# The last repetition of a group is kept.
import re
print(re.match(r"(?:(\w)-?)+", "a-b-c").groups(), re.match(r"(ab)*", "ababx").groups(), re.findall(r"((\d)\w)+", "1a2b"))
print(re.match(r"(a|(b))+", "ba").groups())
print(re.match(r"((a)(b)?)+", "aba").groups())
