# Dropping duplicates while keeping order.
xs = [3, 1, 3, 2, 1]
seen = set()
out = []
for x in xs:
    if x not in seen:
        seen.add(x)
        out.append(x)
print(out, list(dict.fromkeys(xs)), sorted(set(xs)))
