# Messages of JSONDecodeError.
import json
for s in ["", "{", "[1", "{'a': 1}", "nope", '{"a" 1}', '{"a": 1} x', '"abc', '{"a": }', "01"]:
    try:
        json.loads(s)
    except json.JSONDecodeError as e:
        print(e)
