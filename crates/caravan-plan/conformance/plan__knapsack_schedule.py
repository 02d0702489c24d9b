# Choosing tasks for the hours there are.
tasks = [("report", 3, 8), ("calls", 1, 3), ("review", 2, 5), ("train", 4, 9)]
hours = 6
best = [(0, [])] * (hours + 1)
for name, cost, value in tasks:
    for h in range(hours, cost - 1, -1):
        v, names = best[h - cost]
        if v + value > best[h][0]:
            best[h] = (v + value, names + [name])
print(best[hours])
print([v for v, _ in best])
