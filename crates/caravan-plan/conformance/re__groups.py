# group, groups, start, end and span.
import re
m = re.search(r"(\w+)@(\w+)\.com", "mail ann@example.com now")
print(m.group(), m.group(0), m.group(1), m.group(2), m.group(1, 2), m.groups(), m[1])
print(m.start(), m.end(), m.span(), m.start(2), m.span(1), m.string[:4], m.lastindex)
