# A missing key that is a number.
prices = {1: "one", 2: "two"}
print(prices[1])
for k in (2, 3):
    print(prices[k])
