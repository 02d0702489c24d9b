# Escapes in JSON strings.
import json
print(json.loads(r'"\u00e9 \n \" \\ \/ \t"'), json.loads('"é"'), json.loads(r'"\ud83d\ude00"'), json.loads(b'{"a": 1}'))
print(json.loads('{"a": 1, "a": 2}'), json.loads('[NaN, Infinity, -Infinity]'))
print(repr(json.loads(r'"\u0000\b\f"')))
