# Parsing log lines with named groups.
import re
log = """2024-05-15 ERROR db: lost connection
2024-05-15 INFO web: started
bad line
2024-05-16 ERROR web: timeout after 30s"""
p = re.compile(r"^(?P<day>\S+) (?P<level>[A-Z]+) (?P<mod>\w+): (?P<msg>.*)$", re.M)
rows = [m.groupdict() for m in p.finditer(log)]
print(len(rows), [r["msg"] for r in rows if r["level"] == "ERROR"])
print(rows[0])
