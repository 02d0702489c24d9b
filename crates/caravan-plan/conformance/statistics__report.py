# A small summary.
from statistics import mean, median, pstdev
spend = {"food": [12.5, 30.0, 7.25], "travel": [100.0, 80.5]}
for k, v in spend.items():
    print(f"{k:<8}{mean(v):>8.2f}{median(v):>8.2f}{pstdev(v):>8.2f}{max(v) - min(v):>8.2f}")
everything = [x for v in spend.values() for x in v]
print(round(mean(everything), 3), median(everything))
