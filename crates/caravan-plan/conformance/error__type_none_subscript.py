# Subscripting None.
def find(rows, name):
    for r in rows:
        if r["name"] == name:
            return r

rows = [{"name": "ann", "age": 5}]
print(find(rows, "ann")["age"])
print(find(rows, "bob")["age"])
