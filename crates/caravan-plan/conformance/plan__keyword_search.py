# Ranking documents by words in common.
docs = {"d1": "the quick brown fox", "d2": "lazy brown dog sleeps", "d3": "quick quick fox jumps"}
query = "quick fox"
terms = query.split()
scores = {}
for name, text in docs.items():
    words = text.split()
    scores[name] = sum(words.count(t) for t in terms)
for name, s in sorted(scores.items(), key=lambda kv: (-kv[1], kv[0])):
    print(name, s, [t for t in terms if t in docs[name]])
