# Back references.
import re
print(re.findall(r"(\w)\1", "hello bookkeeper"), re.search(r"(['\"])(.*?)\1", "say 'hi' \"yo\"").group(2))
print(re.sub(r"\b(\w+) \1\b", r"\1", "the the cat"))
print(bool(re.fullmatch(r"(a+)b\1", "aabaa")), bool(re.fullmatch(r"(a+)b\1", "aaba")))
