# loads of every JSON type.
import json
print(json.loads('{"a": 1, "b": [1.5, null, true, false, "x"], "c": {}}'))
print(json.loads("5"), json.loads("-0.5"), json.loads("1e3"), json.loads('"s"'), json.loads("null"), json.loads(" [ ] "), json.loads("1E-2"))
print(type(json.loads("1")) is int, type(json.loads("1.0")) is float, json.loads("123456789012345678901234567890"))
