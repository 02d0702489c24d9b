# Nested dicts.
d = {"user": {"name": "ann", "roles": ["a"]}}
d["user"]["roles"].append("b")
d["user"]["age"] = 5
print(d["user"]["roles"][-1], d.get("user", {}).get("age"), d.get("nope", {}).get("age", "?"))
print(d)
