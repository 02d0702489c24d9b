# Filling placeholders and reporting the missing ones.
import re
template = "Hi {{ name }}, your {{item}} costs {{ price }} ({{ missing }})."
values = {"name": "Ann", "item": "lamp", "price": f"{19.5:.2f} EUR"}
missing = []

def fill(m):
    key = m.group(1)
    if key not in values:
        missing.append(key)
        return "?"
    return values[key]

print(re.sub(r"\{\{\s*(\w+)\s*\}\}", fill, template))
print(missing)
