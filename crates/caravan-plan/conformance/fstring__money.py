# Money tables.
rows = [("Rent", -1200), ("Salary", 3000.5), ("Gift", 0)]
for name, amount in rows:
    print(f"{name:<10}{amount:>12,.2f}")
print("-" * 22)
print(f"{'Total':<10}{sum(a for _, a in rows):>12,.2f}")
