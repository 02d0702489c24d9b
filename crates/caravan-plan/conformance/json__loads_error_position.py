# Line, column and position of an error.
import json
try:
    json.loads('{"a": 1,\n "b": oops}')
except json.JSONDecodeError as e:
    print(e)
    print(e.msg, e.lineno, e.colno, e.pos)
print(issubclass(json.JSONDecodeError, ValueError))
