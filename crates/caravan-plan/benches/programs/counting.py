counts = {}
for i in range(N):
    word = "w" + str(i % 1000)
    counts[word] = counts.get(word, 0) + 1
print(len(counts))
