# Merging overlapping intervals.
busy = [(13, 14), (9, 10.5), (10, 11), (13.5, 15), (16, 17)]
merged = []
for start, end in sorted(busy):
    if merged and start <= merged[-1][1]:
        merged[-1] = (merged[-1][0], max(merged[-1][1], end))
    else:
        merged.append((start, end))
print(merged)
print("busy hours:", sum(e - s for s, e in merged))
