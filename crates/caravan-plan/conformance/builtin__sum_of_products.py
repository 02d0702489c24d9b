# zip, sum, max and enumerate together.
qty, price = [2, 0, 5], [1.5, 9.0, 0.2]
print(sum(q * p for q, p in zip(qty, price)), max(enumerate(price), key=lambda t: t[1]), [i for i, q in enumerate(qty) if not q])
print(all(q >= 0 for q in qty), any(p > 5 for p in price), sorted(zip(price, qty)))
print(list(map(lambda t: t[0] * t[1], zip(qty, price))))
