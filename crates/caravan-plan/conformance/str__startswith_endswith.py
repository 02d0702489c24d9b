# Prefixes and suffixes, tuples of them and ranges.
s = "report.pdf"
print(s.startswith("rep"), s.endswith(".pdf"), s.endswith((".doc", ".pdf")), s.startswith(("x", "y")))
print(s.startswith("port", 2), s.endswith("rt", 0, 6), s.startswith(""), "".startswith("a"))
try:
    s.startswith(["rep"])
except TypeError as e:
    print(e)
