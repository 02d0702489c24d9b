# Text that is no JSON.
import json
print(json.loads('{"a": 1}'))
text = "{'a': 1}"
print(json.loads(text))
