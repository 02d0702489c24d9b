# A file of JSON lines with a bad one.
import json
text = '{"n": 1}\n{"n": 2\n\n{"n": 3}'
good, bad = [], 0
for i, line in enumerate(text.splitlines(), 1):
    if not line.strip():
        continue
    try:
        good.append(json.loads(line)["n"])
    except ValueError as e:
        bad += 1
        print(i, e)
print(good, bad)
