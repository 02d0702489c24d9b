# The failing concatenation is in a called function.
def line(row):
    return row["name"] + ": " + row["n"]

rows = [{"name": "a", "n": "1"}, {"name": "b", "n": 2}]
for row in rows:
    print(line(row))
