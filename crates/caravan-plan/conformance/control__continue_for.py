# continue goes to the next item.
for word in ["keep", "", "also", "skip-me"]:
    if not word:
        continue
    if word.startswith("skip"):
        continue
    print(word)
