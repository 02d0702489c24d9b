# Escapes and ensure_ascii.
import json
s = 'é "q" \\ / \n\t\x00\x1f\x7f 日 😀'
print(json.dumps(s))
print(json.dumps(s, ensure_ascii=False))
print(json.dumps({"é": "ü"}), json.dumps("\u2028"), json.dumps("\b\f\r"))
