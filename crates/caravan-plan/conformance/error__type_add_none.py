# None in arithmetic.
def lookup(d, k):
    return d.get(k)

prices = {"a": 5}
print(lookup(prices, "a") + 1)
print(lookup(prices, "b") + 1)
