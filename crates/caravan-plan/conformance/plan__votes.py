# Counting votes with ties.
from collections import Counter
ballots = [["a", "b"], ["b"], ["c", "a"], ["a"], ["b", "c"], []]
first = Counter(b[0] for b in ballots if b)
top = max(first.values())
leaders = sorted(c for c, n in first.items() if n == top)
print(first.most_common(), leaders)
if len(leaders) > 1:
    points = Counter()
    for b in ballots:
        for i, c in enumerate(b):
            points[c] += 2 - i
    print("points", sorted(points.items(), key=lambda kv: (-kv[1], kv[0])))
