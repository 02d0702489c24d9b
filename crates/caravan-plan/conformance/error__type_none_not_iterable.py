# Looping over None.
def tags(row):
    return row.get("tags")

for t in tags({"tags": ["a"]}):
    print(t)
for t in tags({}):
    print(t)
