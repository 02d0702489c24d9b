rows = [{"name": f"n{i}", "amount": i} for i in range(N)]
for round in range(5):
    names = [row["name"] for row in rows if row["amount"] % 2 == 0]
print(len(names))
