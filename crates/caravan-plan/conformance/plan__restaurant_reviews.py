# Average ratings out of review texts.
reviews = {
    "Luigi": ["5 - wonderful", "4 - good pasta", "3 - slow"],
    "Bento": ["5 - fresh", "5 - kind staff"],
    "Closed": [],
}

def average(rs):
    scores = [int(r.split(" - ")[0]) for r in rs]
    return sum(scores) / len(scores) if scores else None

ranking = sorted(((average(rs), name) for name, rs in reviews.items() if rs), reverse=True)
for score, name in ranking:
    print(f"{name}: {score:.2f}")
print("unrated:", [n for n, rs in reviews.items() if average(rs) is None])
