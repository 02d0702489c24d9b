# repr and type of matches.
import re
print(re.search("b+", "abbc"), re.fullmatch(".*", "x" * 3), re.search("'", "it's"))
print(re.search("a", "b") is None, isinstance(re.compile("a"), re.Pattern), isinstance(re.match("a", "a"), re.Match))
print(re.compile("a\\d"), re.compile("x", re.I))
