# Greedy and lazy quantifiers.
import re
print(re.findall(r"<.*>", "<a><b>"), re.findall(r"<.*?>", "<a><b>"), re.findall(r"a{2}", "aaaaa"))
print(re.findall(r"a{2,3}", "aaaaaaa"), re.findall(r"a{,2}", "aaa"))
print(re.findall(r"colou?r", "color colour"), re.findall(r"a+?", "aaa"), re.match(r"(\d{2,}?)(\d*)", "12345").groups())
print(re.findall(r"x{a}", "x{a}"))
