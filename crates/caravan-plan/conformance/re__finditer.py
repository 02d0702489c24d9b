# finditer gives matches.
import re
for m in re.finditer(r"(\w)(\d)", "a1 b2 c3"):
    print(m.group(), m.span(), m.groups())
print([m.start() for m in re.finditer("an", "banana")], list(re.finditer("z", "a")))
