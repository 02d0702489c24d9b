# sub with text, groups and a count.
import re
print(re.sub(r"\s+", " ", "a   b \n c"), re.sub("a", "b", "aaa", count=2), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"))
print(re.sub(r"x*", "-", "abc"), re.sub("z", "y", "abc"), re.sub(r"(\d)", r"<\1>", "a1b2"), re.sub(r"(\d)", r"\g<1>0", "5"))
print(re.subn("a", "x", "banana"), re.sub(r"\.", "", "1.234.5"))
