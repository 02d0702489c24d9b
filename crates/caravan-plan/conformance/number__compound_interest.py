# Repeated float multiplication, rounded for output.
balance = 1000.0
for year in range(1, 4):
    balance *= 1.05
    print(year, round(balance, 2), f"{balance:.2f}")
print(round(1000 * 1.05 ** 10, 2))
