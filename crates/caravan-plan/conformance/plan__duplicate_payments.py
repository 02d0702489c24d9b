# Payments that look alike.
transactions = [("ann", 50.0, "2024-05-01"), ("bob", 20.0, "2024-05-01"), ("ann", 50.0, "2024-05-01"), ("ann", 50.0, "2024-05-02")]
seen, duplicates = {}, []
for i, t in enumerate(transactions):
    if t in seen:
        duplicates.append((seen[t], i))
    else:
        seen[t] = i
for first, second in duplicates:
    who, amount, day = transactions[first]
    print(f"#{first} and #{second}: {who} {amount:.2f} on {day}")
print(len(seen), "distinct")
