# Stripping whitespace and given characters.
s = "  \t hi \n"
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()))
print("xxhixx".strip("x"), "abcba".strip("ab"), "www.x.com".lstrip("w."), "1.500".rstrip("0").rstrip("."))
print(repr("".strip()), repr("   ".strip()), "xyz".strip(""))
