# A small CSV text into records.
text = """name,age,city
Ann,34,Rome
Bob,,Oslo
Cy,29,"""
header, *lines = text.splitlines()
keys = header.split(",")
rows = [dict(zip(keys, line.split(","))) for line in lines]
for r in rows:
    r["age"] = int(r["age"]) if r["age"] else None
print(rows)
ages = [r["age"] for r in rows if r["age"] is not None]
print(sum(ages) / len(ages), [r["name"] for r in rows if not r["city"]])
