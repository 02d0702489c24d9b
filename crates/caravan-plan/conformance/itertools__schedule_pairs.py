# All pairs of a round.
from itertools import combinations, product
teams = ["A", "B", "C", "D"]
games = list(combinations(teams, 2))
print(len(games), games[0], games[-1], [g for g in games if "B" in g])
print([(d, s) for d, s in product(["Mon", "Tue"], [9, 14]) if (d, s) != ("Mon", 9)])
