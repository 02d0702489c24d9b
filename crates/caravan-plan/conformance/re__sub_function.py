# sub with a function.
import re
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "a1 b20"))
def redact(m):
    return m.group(1)[0] + "***@" + m.group(2)

print(re.sub(r"(\w+)@(\w+)", redact, "ann@x bob@y"), re.sub(r"\b\w", lambda m: m[0].upper(), "two words"))
