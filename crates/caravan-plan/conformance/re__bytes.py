# Patterns over bytes.
import re
print(re.findall(rb"\d+", b"a1 b22"), re.sub(rb"a", b"x", b"banana"), re.match(rb"(\w)", b"q").group(1))
try:
    re.search("a", b"a")
except TypeError as e:
    print(e)
