# Finding people by part of a name.
contacts = [{"name": "Ann Lee", "email": "ann@x.com"}, {"name": "Anna Kim", "email": "kim@y.com"}, {"name": "Bob Lee", "email": "bob@x.com"}]

def lookup(q):
    q = q.casefold()
    exact = [c for c in contacts if c["name"].casefold() == q]
    hits = exact or [c for c in contacts if q in c["name"].casefold()]
    if len(hits) > 1:
        raise ValueError(f"{q!r} is ambiguous: {', '.join(c['name'] for c in hits)}")
    return hits[0]["email"] if hits else None

for q in ["Ann Lee", "kim", "zoe", "lee"]:
    try:
        print(q, "->", lookup(q))
    except ValueError as e:
        print(e)
