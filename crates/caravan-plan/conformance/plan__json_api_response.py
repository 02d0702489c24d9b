# Reading a decoded answer of an API with missing parts.
import json
response = json.loads("""{"status": "ok", "data": {"users": [
  {"id": 1, "profile": {"name": "Ann", "address": {"city": "Rome"}}},
  {"id": 2, "profile": {"name": "Bob"}},
  {"id": 3}]}}""")

def get(d, *path, default=None):
    for p in path:
        if not isinstance(d, dict) or p not in d:
            return default
        d = d[p]
    return d

for u in get(response, "data", "users", default=[]):
    print(u["id"], get(u, "profile", "name"), get(u, "profile", "address", "city", default="unknown"))
