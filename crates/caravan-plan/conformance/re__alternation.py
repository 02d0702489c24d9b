# Alternatives are tried in order.
import re
print(re.findall(r"cat|dog", "cat dog"), re.match(r"a|ab", "ab").group(), re.findall(r"(?:ab)+", "ababx ab"))
print(re.findall(r"gr(?:a|e)y", "gray grey"))
print(re.fullmatch(r"a|ab", "ab").group(), re.sub(r"Mr\.|Mrs\.", "M.", "Mr. A and Mrs. B"), re.split(r" and |, ", "a, b and c"))
