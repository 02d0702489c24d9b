# Tuples as dict keys and in sets.
prices = {("apple", "kg"): 3, ("apple", "piece"): 1}
print(prices["apple", "kg"], ("apple", "box") in prices)
for (name, unit), price in prices.items():
    print(name, unit, price)
print(len({(1, 2), (2, 1), (1, 2)}))
