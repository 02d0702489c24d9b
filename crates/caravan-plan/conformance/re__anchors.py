# Anchors and word borders.
import re
print(re.findall(r"^a", "aa"), re.findall(r"a$", "aa"), re.findall(r"\bcat\b", "cat concat cat."))
print(re.findall(r"\Bat", "cat at"), re.search(r"\Aab\Z", "ab").group())
print(bool(re.search(r"a$", "a\n")), bool(re.search(r"a\Z", "a\n")), re.sub(r"^", "> ", "a\nb", flags=re.M))
print(re.sub("$", "!", "a\n"))
