# A set comprehension drops duplicates.
print(sorted({len(w) for w in ["a", "bb", "cc", "d"]}))
print(len({n % 3 for n in range(10)}))
print({x for x in []} == set())
