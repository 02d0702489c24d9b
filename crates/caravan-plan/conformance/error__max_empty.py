# A custom message for an empty maximum.
def best(rows):
    if not rows:
        raise ValueError("no rows to choose from")
    return max(rows)

print(best([3, 1]))
print(best([]))
