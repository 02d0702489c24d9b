# split with groups and a limit.
import re
print(re.split(r"[,;]\s*", "a, b;c"), re.split(r"(,)", "a,b"), re.split(r"\s+", " a b "))
print(re.split(",", "a,b,c", maxsplit=1))
print(re.split(r"x*", "axb"), re.split(r"\d", "abc"), re.split(r"\W+", "Hi, there. You"))
