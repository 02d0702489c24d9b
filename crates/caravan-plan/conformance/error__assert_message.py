# A failed assert with a message.
rows = [1, 2, 3]
assert len(rows) == 3
print("three rows")
assert sum(rows) == 7, f"sum is {sum(rows)}"
print("never")
