# Moving events until nothing overlaps.
events = [["A", 9, 60], ["B", 9, 30], ["C", 10, 90]]
clock = 0
for e in sorted(events, key=lambda e: (e[1], e[0])):
    start = max(e[1] * 60, clock)
    clock = start + e[2]
    print(f"{e[0]} {start // 60:02d}:{start % 60:02d}-{clock // 60:02d}:{clock % 60:02d}" + (" moved" if start != e[1] * 60 else ""))
