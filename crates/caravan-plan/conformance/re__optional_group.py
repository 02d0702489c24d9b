# A group that took no part is None.
import re
m = re.match(r"(a)?(b)?(c)", "ac")
print(m.groups(), m.groups("-"), m.group(2), m.span(2), m.start(2))
print(re.findall(r"(a)?(b)", "ab b"), re.match(r"(?P<x>a)?b", "b").groupdict())
