# Patterns that do not compile raise re.error.
import re
for p in ["(", "[a", "*a", "a{2,1}", "(?P<n>a)(?P<n>b)", r"\1", ")"]:
    try:
        re.compile(p)
    except re.error as e:
        print(p, "|", e)
