# An endless loop left by break.
pages = [["a", "b"], ["c"], []]
got = []
page = 0
while True:
    batch = pages[page]
    if not batch:
        break
    got.extend(batch)
    page += 1
print(got, page)
