# The attributes of a JSONDecodeError.
import json
for s in ['{"a": 1,\n "b": oops}', "", '["é", 😀]', "[1] 2", '{"k": "v', "\ufeff[]"]:
    try:
        json.loads(s)
    except json.JSONDecodeError as e:
        print(repr(e.msg), e.lineno, e.colno, e.pos, repr(e.doc), e.args == (str(e),))
