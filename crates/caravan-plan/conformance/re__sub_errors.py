# Bad arguments.
import re
try:
    re.sub("(a)", r"\2", "a")
except re.error as e:
    print(e)
for f in [lambda: re.search("a", None), lambda: re.findall("a", 5), lambda: re.sub("a", "b", ["a"])]:
    try:
        f()
    except TypeError as e:
        print(str(e)[:31])
