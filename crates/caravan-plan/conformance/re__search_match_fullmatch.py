# search looks anywhere, match at the start, fullmatch at all.
import re
print(re.search(r"\d+", "abc 123 x").group(), re.match(r"\d+", "abc 123"), re.match(r"\w+", "abc 123").group())
print(re.fullmatch(r"\d+", "123").group(), re.fullmatch(r"\d+", "123x"), bool(re.search("z", "abc")))
print(re.search("b", "abc"), re.match("", "abc"))
