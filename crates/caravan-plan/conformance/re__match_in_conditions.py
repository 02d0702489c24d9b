# Matches as truth values and with the walrus.
import re
for s in ["id=5", "none", "id=abc"]:
    if m := re.fullmatch(r"id=(\d+)", s):
        print("number", int(m[1]))
    elif m := re.fullmatch(r"id=(\w+)", s):
        print("word", m[1])
    else:
        print("nothing", m)
