# An infinite generator is fine as long as the consumer stops.
def naturals():
    n = 1
    while True:
        yield n
        n += 1

out = []
for n in naturals():
    if n > 5:
        break
    out.append(n)
print(out)
g = naturals()
print([next(g) for _ in range(3)], next(g))
