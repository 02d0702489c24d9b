# Character classes.
import re
s = "aB3_é -\t٣"
for p in [r"\w", r"\d", r"\s", r"\W", r"\D", r"[a-z]", r"[^a-z]", r"[\w-]", r"[A-Za-z0-9_]", r"[\s\d]"]:
    print(p, re.findall(p, s))
print(re.findall(r"\w", s, re.A), re.findall(r"[]a]", "a]b"), re.findall(r"[a\-z]", "a-mz"))
