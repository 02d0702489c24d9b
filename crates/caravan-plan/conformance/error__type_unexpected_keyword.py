# An unknown keyword.
def search(query, limit=10):
    return [query, limit]

print(search(query="x", limit=1))
search("x", folder="inbox")
