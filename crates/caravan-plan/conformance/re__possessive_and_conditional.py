# A conditional group, comments and inline flag groups.
import re
p = re.compile(r"(<)?\w+(?(1)>)")
print(p.fullmatch("<a>").group(), p.fullmatch("a").group(), p.fullmatch("<a"), re.findall(r"a(?#comment)b", "ab"))
print(re.findall(r"(?i:a)b", "Ab AB ab"), re.findall(r"(?s:.)x", "\nx"))
