# Telling shapes of decoded JSON apart.
def describe(v):
    match v:
        case {"error": {"code": int(code), "message": msg}}:
            return f"error {code}: {msg}"
        case {"items": [{"id": first}, *rest]}:
            return f"{1 + len(rest)} items, first {first}"
        case {"items": []}:
            return "no items"
        case str() | int() | float():
            return f"scalar {v}"
        case _:
            return "unknown"

for v in [{"error": {"code": 5, "message": "bad"}}, {"items": [{"id": 7}, {"id": 8}]}, {"items": []}, 3.5, {"items": 5}]:
    print(describe(v))
