# A small tokenizer.
import re
spec = [("num", r"\d+(?:\.\d+)?"), ("op", r"[-+*/()]"), ("name", r"[a-z]\w*"), ("ws", r"\s+")]
pattern = re.compile("|".join(f"(?P<{n}>{p})" for n, p in spec))
print([(m.lastgroup, m.group()) for m in pattern.finditer("x1 + 3.5*(y - 2)") if m.lastgroup != "ws"])
