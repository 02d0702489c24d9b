# Using a missing match.
import re
try:
    re.search(r"\d", "abc").group()
except AttributeError as e:
    print(e)
m = re.match("a", "abc")
try:
    m.group(1)
except IndexError as e:
    print(e)
try:
    m.group("name")
except IndexError as e:
    print(e)
