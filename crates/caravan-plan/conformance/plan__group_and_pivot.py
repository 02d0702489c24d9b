# A table of months against categories.
data = [("Jan", "food", 10), ("Jan", "rent", 50), ("Feb", "food", 12), ("Feb", "fun", 5), ("Jan", "food", 3)]
months = list(dict.fromkeys(m for m, _, _ in data))
categories = sorted({c for _, c, _ in data})
table = {(m, c): 0 for m in months for c in categories}
for m, c, v in data:
    table[m, c] += v
print("     " + "".join(f"{c:>6}" for c in categories))
for m in months:
    print(f"{m:<5}" + "".join(f"{table[m, c]:>6}" for c in categories))
