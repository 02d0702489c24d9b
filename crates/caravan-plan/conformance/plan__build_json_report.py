# A report made of nested records.
import json
sales = [{"region": "N", "q": 1, "v": 10}, {"region": "S", "q": 1, "v": 7}, {"region": "N", "q": 2, "v": 12.5}]
report = {}
for s in sales:
    r = report.setdefault(s["region"], {"total": 0, "quarters": {}})
    r["total"] += s["v"]
    r["quarters"][f"Q{s['q']}"] = s["v"]
print(json.dumps(report, indent=1))
