# sort with several kinds of keys.
words = ["banana", "Apple", "cherry", "fig"]
words.sort(key=str.lower)
print(words)
words.sort(key=lambda w: (len(w), w))
print(words)
words.sort(key=len, reverse=True)
print(words)
