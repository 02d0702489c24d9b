# An attribute of None.
import re
m = re.search(r"(\d+)", "order 55")
print(m.group(1))
m = re.search(r"(\d+)", "no digits")
print(m.group(1))
