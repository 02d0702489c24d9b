# One argument given twice.
def search(query, limit=10):
    return [query, limit]

print(search("x", limit=1))
search("x", query="y")
