# A missing key inside nested records.
rows = [{"user": {"name": "ann"}}, {"user": {}}]
for r in rows:
    print(r["user"]["name"])
print("never")
