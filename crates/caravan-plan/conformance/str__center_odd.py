# Where center puts the extra fill character.
for s in ["a", "ab", "abc"]:
    for w in [4, 5, 6]:
        print(s.center(w, "."), end=" ")
    print()
