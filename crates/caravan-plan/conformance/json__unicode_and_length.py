# ensure_ascii lengths.
import json
for s in ["a", "é", "日", "😀"]:
    print(len(json.dumps(s)), len(json.dumps(s, ensure_ascii=False)))
    print(json.dumps(s))
