# Hooks are called from the inside out, in the order of the text; default once for each value.
import json
calls = []
def hook(d):
    calls.append(sorted(d))
    return d.get("b", "none")
print(json.loads('[{"a": {"b": 1}}, {"c": [{"b": 2}, {}]}]', object_hook=hook), calls)
print(json.loads('{"a": 1, "a": {"b": 2}}', object_pairs_hook=lambda pairs: pairs))
print(json.loads("[1, 2.50, 1e3, NaN, -Infinity]", parse_int=lambda s: "i" + s, parse_float=lambda s: "f" + s, parse_constant=lambda s: "c" + s))
print(json.loads('["a", 1]', object_hook=hook, parse_int=float), json.loads('"a\tb"', strict=False))
met = []
def convert(value):
    met.append(len(value))
    return sorted(value)
print(json.dumps({"b": {1}, "a": [{1, 2}, {1, 2, 3}]}, default=convert, sort_keys=True), met)
for default in [lambda v: v, lambda v: [v], lambda v: 1 / 0, None]:
    try:
        print(json.dumps([{1}], default=default))
    except (TypeError, ValueError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
