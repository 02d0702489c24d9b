# An exception inside a sort key.
rows = [{"d": "2"}, {"d": "1"}]
print(sorted(rows, key=lambda r: r["d"]))
rows.append({})
print(sorted(rows, key=lambda r: r["d"]))
