# Iterating over a string gives one-character strings.
for ch in "aé✓":
    print(ch, len(ch))
for i, ch in enumerate("ab", start=1):
    print(i, ch)
