# Following pages until there is no next one.
pages = {None: (["a", "b"], "p2"), "p2": (["c"], "p3"), "p3": ([], None)}

def list_files(token=None):
    items, nxt = pages[token]
    return {"items": items, "next": nxt}

found, token = [], None
while True:
    page = list_files(token)
    found.extend(page["items"])
    token = page["next"]
    if token is None:
        break
print(found)
