# Unicode letters and case.
import re
print(re.findall(r"\w+", "naïve café 日本"), re.findall("É", "é", re.I), re.sub(r"[^\x00-\x7f]", "?", "aéb"))
print(re.search("日", "x日").span())
print(re.findall(r"\u00e9", "é"), re.findall(r"[à-ü]", "aéüz"), re.split(r"\s", "a\u00a0b c"))
