# expand, pos and endpos.
import re
m = re.search(r"(\w+), (\w+)", "Doe, Jane")
print(m.expand(r"\2 \1"), m.pos, m.endpos, m.re.pattern)
p = re.compile("a")
print(p.search("banana", 2).start(), p.search("banana", 2, 3), p.findall("banana", 3), p.match("ba", 1).span())
