# Too many arguments.
def search(query, limit=10):
    return [query] * limit

print(search("x", 2))
search("x", 2, "extra")
