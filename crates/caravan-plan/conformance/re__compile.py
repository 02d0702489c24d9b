# Compiled patterns.
import re
p = re.compile(r"(\d+)\s*(kg|g)", re.IGNORECASE)
print(p.findall("5 kg, 20G"), p.search("x 3kg").groups(), p.match("x 3kg"), p.sub("?", "1g 2kg"), p.split("a1gb"))
print(p.pattern, p.groups, p.fullmatch("7g").group(2), p.search("1g 2g", 2).group(), p.groupindex == {})
