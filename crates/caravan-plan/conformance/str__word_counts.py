# Counting words of a text.
text = "The cat and the hat. The end"
words = [w.strip(".,").lower() for w in text.split()]
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
print(counts)
print(max(counts, key=counts.get), sorted(counts, key=lambda w: (-counts[w], w)))
