# parse_float, parse_int and object_hook.
import json
from decimal import Decimal
print(json.loads("[1.10, 2]", parse_float=Decimal, parse_int=str))
print(json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d.items())))
print(json.loads('{"a": 1, "b": 2}', object_pairs_hook=list))
