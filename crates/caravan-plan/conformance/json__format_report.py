# A report as JSON.
import json
orders = [{"id": 1, "total": 9.99}, {"id": 2, "total": 20.0}]
report = {"count": len(orders), "sum": round(sum(o["total"] for o in orders), 2), "ids": [o["id"] for o in orders], "max": max(orders, key=lambda o: o["total"])}
print(json.dumps(report, indent=2, sort_keys=True))
