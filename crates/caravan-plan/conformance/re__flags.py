# IGNORECASE, MULTILINE, DOTALL and VERBOSE.
import re
s = "First line\nsecond LINE"
print(re.findall("line", s, re.I), re.findall(r"^\w+", s, re.M), re.findall(r"\w+$", s, flags=re.MULTILINE), re.search("First.*second", s), bool(re.search("First.*second", s, re.S)))
print(re.findall(r"""\d+   # digits
    \s* [a-z]  # unit""", "5 a 6b", re.X), re.findall(r"(?i)LINE", s), re.findall(r"(?m)^s\w+", s), re.findall("^LINE|line$", s, re.I | re.M))
