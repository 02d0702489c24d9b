# Errors for each service and the slowest request.
import re
log = """10:00:01 web GET /a 200 12ms
10:00:02 web GET /b 500 340ms
10:00:03 api POST /c 201 88ms
garbage
10:00:04 api GET /d 503 1200ms"""
rows, skipped = [], 0
for line in log.split("\n"):
    m = re.fullmatch(r"(\S+) (\w+) (\w+) (\S+) (\d{3}) (\d+)ms", line)
    if m is None:
        skipped += 1
        continue
    at, service, verb, path, status, ms = m.groups()
    rows.append({"service": service, "path": path, "status": int(status), "ms": int(ms)})
errors = {}
for r in rows:
    if r["status"] >= 500:
        errors[r["service"]] = errors.get(r["service"], 0) + 1
print(errors, max(rows, key=lambda r: r["ms"])["path"], skipped)
