# escape makes a literal pattern.
import re
print(re.escape("a.b*c"), re.escape("1+1=2?"), re.escape("a b-c_d"))
print(re.findall(re.escape("$5.00"), "cost $5.00 $5x00"))
print(re.escape("é/\n") == "é/\\\n", re.split(re.escape("||"), "a||b"))
