# Averages and percentages as planners write them.
scores = [90, 85, 77]
avg = sum(scores) / len(scores)
print(avg, round(avg, 2), round(100 * 2 / 3, 1), f"{avg:.1f}", int(avg))
print(sum(s > 80 for s in scores), max(scores) - min(scores), 17 / 20 * 100)
