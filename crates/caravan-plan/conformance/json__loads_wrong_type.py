# loads of something that is no text.
import json
for v in [None, 5, {"a": 1}, ["x"]]:
    try:
        json.loads(v)
    except TypeError as e:
        print(e)
