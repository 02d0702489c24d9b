# Collecting every problem of some records.
rows = [
    {"id": "1", "email": "ann@x.com", "age": "34"},
    {"id": "2", "email": "bob", "age": "-5"},
    {"id": "x", "email": "cy@x.com"},
]

def problems(row):
    if not row["id"].isdigit():
        yield "id is not a number"
    if "@" not in row["email"]:
        yield f"bad email {row['email']!r}"
    try:
        if int(row["age"]) < 0:
            yield "negative age"
    except KeyError as e:
        yield f"missing {e}"

for i, row in enumerate(rows, 1):
    found = list(problems(row))
    print(i, "ok" if not found else "; ".join(found))
