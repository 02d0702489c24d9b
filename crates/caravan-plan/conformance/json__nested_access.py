# Reading nested JSON.
import json
doc = json.loads('{"users": [{"name": "ann", "mail": {"to": "a@x"}}, {"name": "bob", "mail": null}]}')
for u in doc["users"]:
    print(u["name"], (u["mail"] or {}).get("to", "-"))
print([u["name"] for u in doc["users"] if u["mail"]], len(doc["users"]))
