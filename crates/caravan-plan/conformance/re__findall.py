# findall with no, one and several groups.
import re
print(re.findall(r"\d+", "a1 b22 c333"), re.findall(r"(\w)=(\d)", "a=1, b=2"), re.findall(r"(\w)=\d", "a=1, b=2"))
print(re.findall("x", "abc"), re.findall("", "ab"), re.findall(r"a*", "baac"))
print(re.findall(r"(a)|b", "ab"))
