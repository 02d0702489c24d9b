# Counting with get.
counts = {}
for ch in "mississippi":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, sorted(counts, key=lambda c: (-counts[c], c)))
